select business_id, n, actor, act, object, facts from audit_trail order by business_id, n
