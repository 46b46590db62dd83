insert into business_types (id, name, services, invoice_fields) values (7, 'Florist', '{payments,messaging}', '{description,amount}')
