-- What waits in a desktop's outbox lies under this key: every session that registers as the device gets it, so that any
-- clerk of a shared computer can hand in what another one left. The server never sees such an outbox.
alter table devices add column hand_in_key text not null
  default encode(sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')), 'base64');
