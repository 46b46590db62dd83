select data ->> 'orderNumber' as order_number, untold from events order by id
