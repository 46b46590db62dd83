select business_id, kind, url, username from webhook_endpoints order by business_id, kind
