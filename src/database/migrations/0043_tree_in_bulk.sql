-- A session plans what the triggers of the tree ask once. Planned while the tree was empty, as in the import of a house of 100,000,
-- it would read the whole tree for each person. There is an index for all that they ask.
alter function lead_to_invitation_place() set enable_seqscan = off;
alter function plant_member() set enable_seqscan = off;
alter function place_invited() set enable_seqscan = off;
alter function leave_invitation_tree() set enable_seqscan = off;
