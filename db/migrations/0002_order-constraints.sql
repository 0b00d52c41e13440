-- Deferrable, so that one statement (or one transaction) may swap two places.
alter table lineup_items add constraint lineup_items_order_key unique ("order") deferrable initially immediate;
--> statement-breakpoint
alter table sponsors add constraint sponsors_order_key unique ("order") deferrable initially immediate;
--> statement-breakpoint
alter table price_items add constraint price_items_order_key unique (category, "order") deferrable initially immediate;
