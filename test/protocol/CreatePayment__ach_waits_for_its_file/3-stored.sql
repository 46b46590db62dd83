select kind, untold from events
