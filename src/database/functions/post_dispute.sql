-- Posts the difference between what a dispute should have moved and what it has: the bank holds the amount until it decides
-- for the organizer, and takes what the refunds of a lost dispute do not pay. The organizer bears it, and the site its share
-- of the service fee. Runs at commit, after the tickets were revoked.
create or replace function post_dispute() returns trigger language plpgsql as $$
declare
  v_order record;
  v_dispute record;
  v_taken bigint; v_borne bigint; v_fee bigint;
  v_accounts text[]; v_amounts bigint[];
begin
  select d.* into strict v_dispute from disputes d where d.id = new.id;
  select o.id, coalesce(o.fee_cents, 0) as fee_cents, coalesce(o.total_cents, p.amount_cents) as total_cents, p.event_id into strict v_order
    from payments p left join orders o on o.id = p.order_id where p.id = v_dispute.payment_id;
  v_taken := case when v_dispute.status in ('open', 'under_review', 'lost') and not v_dispute.is_inquiry then v_dispute.amount_cents else 0 end;
  v_borne := case when v_dispute.status <> 'lost' then v_taken else greatest(0, v_taken - (
    select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = v_dispute.payment_id and r.reason = 'dispute_lost' and r.status = 'done')) end;
  v_fee := prorate(v_order.fee_cents, v_borne, v_order.total_cents);
  select array_agg(x.account), array_agg(x.amount) into v_accounts, v_amounts from (
    select y.account, sum(y.amount)::bigint as amount from (
      select v.account, v.amount from (values ('provider', -v_taken), ('disputes', v_taken - v_borne),
        ('organizer', v_borne - v_fee), ('service_fees', v_fee)) v(account, amount)
      union all
      select e.account, -e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.source like 'dispute:' || replace(new.id, '_', '\_') || ':%'
    ) y group by y.account having sum(y.amount) <> 0
  ) x;
  if v_accounts is not null then
    perform post_to_ledger(case when v_order.id is null then 'booking_refund' else 'dispute' end, 'dispute:' || new.id || ':' || (
      select count(*) from ledger_transactions t where t.source like 'dispute:' || replace(new.id, '_', '\_') || ':%'),
      v_order.id, v_accounts, v_amounts, 0, v_order.event_id);
  end if;
  return null;
end $$;
