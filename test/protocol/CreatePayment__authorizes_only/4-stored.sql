select count(*) as transfers from transfers
