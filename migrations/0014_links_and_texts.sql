-- Nothing asked for it, and every text wrote in it.
drop index conversations_recent;
-- Who asks for a link once more is told of one that ended, too.
create index pay_links_ended on pay_links (business_id, order_number, id) where state <> 'open';
