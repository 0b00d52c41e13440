CREATE TABLE "settled_objections" (
	"passage" uuid PRIMARY KEY NOT NULL,
	"settled" text NOT NULL,
	"settled_by" integer,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_objections_known" CHECK (settled in ('stays', 'led_out'))
);
--> statement-breakpoint
ALTER TABLE "settled_objections" ADD CONSTRAINT "settled_objections_passage_passages_id_fk" FOREIGN KEY ("passage") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_objections" ADD CONSTRAINT "settled_objections_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;