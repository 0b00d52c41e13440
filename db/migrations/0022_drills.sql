CREATE TABLE "gate_drill_reports" (
	"drill_id" integer NOT NULL,
	"device_id" uuid NOT NULL,
	"passages" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gate_drill_reports_drill_id_device_id_pk" PRIMARY KEY("drill_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "gate_drills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gate_drills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_by" integer,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gate_drill_reports" ADD CONSTRAINT "gate_drill_reports_drill_id_gate_drills_id_fk" FOREIGN KEY ("drill_id") REFERENCES "public"."gate_drills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_drill_reports" ADD CONSTRAINT "gate_drill_reports_device_id_gate_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."gate_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_drills" ADD CONSTRAINT "gate_drills_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gate_drill_reports_by_device" ON "gate_drill_reports" USING btree ("device_id");--> statement-breakpoint
create trigger gate_drills_noted after insert or update on gate_drills
  for each row execute function gate_changes_note('drill');
