CREATE TABLE "cash_moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	"cents" integer NOT NULL,
	"price_cents" integer,
	"reason" text DEFAULT '' NOT NULL,
	"shift_id" integer,
	"seller_id" integer,
	"guest_id" integer,
	"list_id" integer,
	"list" text DEFAULT '' NOT NULL,
	"sale_id" integer,
	CONSTRAINT "cash_moves_kind_known" CHECK (kind in ('sale', 'return', 'float', 'correction', 'count')),
	CONSTRAINT "cash_moves_way_known" CHECK (way in ('cash', 'card', 'free')),
	CONSTRAINT "cash_moves_sign" CHECK (case kind when 'sale' then cents >= 0 when 'return' then cents <= 0
        when 'correction' then cents <> 0 else cents >= 0 and way = 'cash' end),
	CONSTRAINT "cash_moves_free_is_free" CHECK (way <> 'free' or cents = 0),
	CONSTRAINT "cash_moves_at_its_price" CHECK (kind not in ('sale', 'return') or way = 'free' or (price_cents is not null and abs(cents) = price_cents)),
	CONSTRAINT "cash_moves_price_possible" CHECK (price_cents between 0 and 100000),
	CONSTRAINT "cash_moves_of_a_ticket" CHECK ((kind in ('sale', 'return')) = (guest_id is not null)),
	CONSTRAINT "cash_moves_of_a_sale" CHECK ((kind = 'return') = (sale_id is not null)),
	CONSTRAINT "cash_moves_in_a_shift" CHECK (shift_id is not null or kind = 'return' or (kind = 'sale' and way <> 'cash')),
	CONSTRAINT "cash_moves_reason_short" CHECK (char_length(reason) <= 200)
);
--> statement-breakpoint
CREATE TABLE "cash_shifts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_shifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "cash_shifts_end_after_start" CHECK (closed_at >= opened_at),
	CONSTRAINT "cash_shifts_note_short" CHECK (char_length(note) <= 200)
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "cash_desk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "cash_moves" ADD CONSTRAINT "cash_moves_shift_id_cash_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."cash_shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_moves" ADD CONSTRAINT "cash_moves_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_moves" ADD CONSTRAINT "cash_moves_sale_id_cash_moves_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."cash_moves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_shifts" ADD CONSTRAINT "cash_shifts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cash_moves_returned_once" ON "cash_moves" USING btree ("sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_moves_ends_once" ON "cash_moves" USING btree ("shift_id","kind") WHERE kind in ('float', 'count');--> statement-breakpoint
CREATE INDEX "cash_moves_by_shift" ON "cash_moves" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "cash_moves_by_guest" ON "cash_moves" USING btree ("guest_id") WHERE kind = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "cash_shifts_one_open" ON "cash_shifts" USING btree ("seller_id") WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_price_possible" CHECK (price_cents between 0 and 100000);--> statement-breakpoint
-- Money is written once. What may go is who it was: a seller who is deleted, words about a guest.
create function cash_moves_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - '{seller_id,reason}'::text[] = to_jsonb(old) - '{seller_id,reason}'::text[]
    and (new.seller_id is null or new.seller_id is not distinct from old.seller_id)
    and new.reason in ('', old.reason) then
    return new;
  end if;
  raise exception 'a move of money stays as it was written' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger cash_moves_stay before update or delete on cash_moves
  for each row execute function cash_moves_stay();
