CREATE TABLE "night" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"capacity" integer,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"fullness" boolean DEFAULT false NOT NULL,
	"pack_salt" "bytea",
	"pack_key" "bytea",
	CONSTRAINT "night_single" CHECK (id = 1),
	CONSTRAINT "night_capacity_possible" CHECK (capacity between 1 and 1000000),
	CONSTRAINT "night_times_whole" CHECK ((opens_at is null) = (closes_at is null)),
	CONSTRAINT "night_ends_after_it_began" CHECK (closes_at > opens_at),
	CONSTRAINT "night_pack_key_whole" CHECK ((pack_salt is null) = (pack_key is null))
);
--> statement-breakpoint
CREATE TABLE "night_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "night_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"guests" integer NOT NULL,
	"salt" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passages" DROP CONSTRAINT "passages_verdict_known";--> statement-breakpoint
ALTER TABLE "gates" ADD COLUMN "capacity" integer;--> statement-breakpoint
CREATE INDEX "passages_by_receipt" ON "passages" USING brin ("received_at") WITH (pages_per_range=16);--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_capacity_possible" CHECK (capacity between 1 and 1000000);--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_verdict_known" CHECK (verdict in ('admitted', 'left', 'inside', 'outside', 'no_ticket', 'banned', 'full', 'unknown', 'returned'));--> statement-breakpoint
insert into night default values;
--> statement-breakpoint
create trigger night_noted after update of capacity, opens_at, closes_at on night
  for each row execute function gate_changes_note('night');
--> statement-breakpoint
-- Refusals and what changes nobody's presence are told too: the night's board counts them.
create function gate_changes_note_passages() returns trigger language plpgsql as $$
begin
  insert into gate_changes (noun, thing) values ('passage', '');
  return null;
end $$;
create trigger passages_noted after insert on passages
  for each statement execute function gate_changes_note_passages();
