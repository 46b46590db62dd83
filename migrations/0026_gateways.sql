alter table businesses add column gateway_id varchar(100);
comment on column businesses.gateway_id is
  'GatewayId of the application that was activated: charges go there under its passkey, which lies in the vault.';
update businesses b set gateway_id = a.gateway_id
from (
  select distinct on (business_id) business_id, details ->> 'GatewayId' as gateway_id
  from applications where state = 'active' order by business_id, created_at desc, id desc
) a
where a.business_id = b.business_id and a.gateway_id is not null;
