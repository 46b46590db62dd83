select debit, credit, cents from transfers order by id
