-- Whose a deleted record was, so that who sees their own records alone hears of no other's: nobody's where it is empty. Of what
-- was deleted before this it is not known (null), and everybody is told.
alter table deletions add column persons uuid[];
