CREATE TABLE "bulk_items" (
	"job_id" uuid NOT NULL,
	"guest_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"before" jsonb,
	CONSTRAINT "bulk_items_pkey" PRIMARY KEY("job_id","guest_id"),
	CONSTRAINT "bulk_items_state_known" CHECK (state in ('waiting', 'changed', 'skipped', 'undone', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"reached" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"kept" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"batch_id" uuid,
	"created_by" integer,
	"undone_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"turn_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"worker" uuid,
	"lease_until" timestamp with time zone,
	"is_forgotten" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_jobs_state_known" CHECK (state in ('running', 'stopped', 'done', 'undoing', 'undone')),
	CONSTRAINT "bulk_jobs_ended" CHECK ((ended_at is null) = (state = 'running'))
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_items_by_guest" ON "bulk_items" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_in_turn" ON "bulk_jobs" USING btree ("turn_at","id") WHERE state in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "bulk_jobs_to_forget" ON "bulk_jobs" USING btree ("ended_at") WHERE not is_forgotten;