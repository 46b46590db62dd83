select business_id, kind, url from webhook_endpoints order by business_id
