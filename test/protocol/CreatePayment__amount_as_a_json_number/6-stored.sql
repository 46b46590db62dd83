select order_number, amount_cents from payments order by id
