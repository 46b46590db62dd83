-- Nothing asked for it, and every text wrote in it.
drop index conversations_recent;
