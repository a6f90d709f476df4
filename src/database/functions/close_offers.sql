-- Closes offers whose orders have ended or were bought. bought: a customer who got fewer tickets than requested waits for the rest in the
-- old place. waiting: the offer is withdrawn and the entry waits again. The caller has locked the orders and the ticket types.
create or replace function close_offers(p_orders uuid[], p_status text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_entry record;
begin
  for v_entry in
    select w.id, w.status, w.ticket_type_id, w.customer_id, w.quantity - i.quantity as rest, w.created_at
    from waitlist_entries w join order_items i on i.order_id = w.order_id and i.ticket_type_id = w.ticket_type_id
    where w.order_id = any (p_orders) order by w.id for no key update of w
  loop
    if p_status = 'waiting' then
      update waitlist_entries set status = 'waiting', order_id = null, offered_at = null
        where id = v_entry.id and status = 'offered';
    elsif p_status = 'bought' then
      -- A late payment also buys the tickets, while they are available.
      update waitlist_entries set status = 'bought', ended_at = clock_timestamp() where id = v_entry.id;
      if v_entry.status = 'offered' and v_entry.rest > 0 then
        insert into waitlist_entries (ticket_type_id, customer_id, quantity, created_at)
          values (v_entry.ticket_type_id, v_entry.customer_id, v_entry.rest, v_entry.created_at);
      end if;
    else
      update waitlist_entries set status = p_status, ended_at = clock_timestamp()
        where id = v_entry.id and status = 'offered';
    end if;
  end loop;
end $$;
