CREATE TABLE "erasures" (
	"table_name" text NOT NULL,
	"row_id" text NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasures_table_name_row_id_pk" PRIMARY KEY("table_name","row_id")
);
--> statement-breakpoint
-- Names this database and its backups: numbers of another database mean other people.
insert into "erasures" ("table_name", "row_id") values ('festival', gen_random_uuid()::text);
