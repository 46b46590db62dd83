select debit, credit, cents from transfers
