select count(*) as payments from payments
