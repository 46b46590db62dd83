select business_id, parent_id, ancestors, type_id, username, name, environment, state, limits_on from businesses where business_id > 200000 order by business_id
