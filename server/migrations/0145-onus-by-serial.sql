-- ONUs are found by their serial number in any spelling.
create index on onus (tenant_id, folded_text(serial_number), id);
