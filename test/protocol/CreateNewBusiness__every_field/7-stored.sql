select parent_id, external_id, business_id from external_sites
