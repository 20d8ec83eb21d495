-- A logo is a picture. What was an address of one, a document or a drawing that can hold a script is taken away: whoever had
-- such a one gives the picture.
update company_settings set logo = null where logo !~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$';
