select order_number, state, capture from payments order by id
