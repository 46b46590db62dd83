select data ->> 'phone' as phone, untold from events order by id
