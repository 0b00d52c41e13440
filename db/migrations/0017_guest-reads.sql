CREATE TABLE "guest_reads" (
	"user_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"guests" integer NOT NULL,
	CONSTRAINT "guest_reads_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
ALTER TABLE "guest_reads" ADD CONSTRAINT "guest_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;