-- Lists show the beginning of a text as a stored line instead of parsing the text again. A line never outlives the text that it was made
-- from: a change of the text clears it, unless the same statement writes the new one.

create function clear_line() returns trigger language plpgsql as $$
    begin
      new.line := null;
      return new;
    end $$;

create trigger forum_post_clear_line before update of text on forum_post
  for each row when (new.text is distinct from old.text and new.line is not distinct from old.line)
  execute function clear_line();
create trigger comment_clear_line before update of text on comment
  for each row when (new.text is distinct from old.text and new.line is not distinct from old.line)
  execute function clear_line();
create trigger news_clear_line before update of message on news
  for each row when (new.message is distinct from old.message and new.line is not distinct from old.line)
  execute function clear_line();
create trigger private_message_clear_line before update of text on private_message
  for each row when (new.text is distinct from old.text and new.line is not distinct from old.line)
  execute function clear_line();
