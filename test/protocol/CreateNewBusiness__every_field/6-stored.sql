select owner, field from vault_records order by owner, field
