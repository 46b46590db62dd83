select country_code from customers order by id
