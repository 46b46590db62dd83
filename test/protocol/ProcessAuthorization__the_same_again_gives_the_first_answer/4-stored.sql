select kind, state from followups
