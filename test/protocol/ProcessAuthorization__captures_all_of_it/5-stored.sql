select kind, untold from events order by id
