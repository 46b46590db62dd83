select business_id, owner, field from vault_records order by business_id, owner, field
