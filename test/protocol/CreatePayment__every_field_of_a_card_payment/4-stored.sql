select kind, data, untold from events
