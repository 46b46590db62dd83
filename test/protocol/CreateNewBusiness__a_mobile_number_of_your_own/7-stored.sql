select number, business_id from mobile_numbers order by number
