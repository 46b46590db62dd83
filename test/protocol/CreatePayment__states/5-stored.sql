select state_code from customers order by id
