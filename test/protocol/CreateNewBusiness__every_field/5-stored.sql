select kind, url, username from webhook_endpoints order by kind
