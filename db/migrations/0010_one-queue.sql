DROP INDEX "mails_on_their_way";--> statement-breakpoint
CREATE INDEX "mails_single_on_their_way" ON "mails" USING btree ("due_at","id") WHERE batch_id is null and state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_of_batches_on_their_way" ON "mails" USING btree ("due_at","id") WHERE batch_id is not null and state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_in_hand" ON "mails" USING btree ("claimed_at") WHERE state = 'sending';--> statement-breakpoint
-- Mails of one call are emptied as a batch is: those that have none are given one.
with calls as (
  insert into mail_batches (id, kind, total)
  select call_key, 'list', count(*) from mails
  where call_key is not null and batch_id is null and state in ('queued', 'sending')
  group by call_key returning id
)
update mails set batch_id = call_key where call_key in (select id from calls) and batch_id is null;
--> statement-breakpoint
drop schema if exists graphile_worker cascade;
