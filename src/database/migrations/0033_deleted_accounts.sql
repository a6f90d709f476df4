-- Whoever is deleted leaves no looks at others behind. Of visitors a hash is kept, which is shorter than an id.
create index profile_views_by_members on profile_views (viewer) where length(viewer) = 36;
