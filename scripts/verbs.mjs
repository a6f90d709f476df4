/**
 * Verbs that names of functions start with. Nouns that are also verbs (`change`, `count`, `offer`) count as verbs only
 * where the code uses them so.
 */
export const VERBS = new Set(
  `
  abort accept acknowledge acquire act adapt add adopt advance allow analyze announce answer append apply approve
  archive arrange ask assert assign attach attempt authenticate authorize await
  ban begin bill bind block book boot break bring build buy
  cache calculate call cancel carry change check choose claim clamp clean clear click clip close collect combine come
  commit compare compile complete compose compress compute confirm connect consume contain continue convert copy correct count
  cover create crop cut cycle
  decide declare decline decode decompress decrypt define delay delete deliver deny depart derive describe detach
  detect determine disable discard disconnect dismiss dispatch divide downgrade download drain draw drop duplicate
  edit embed emit enable encode encrypt end enqueue enroll ensure enter erase escape evaluate exchange exclude execute
  exist expect expire explain export extend extract
  fail fake fetch fill filter find finish fit flush focus fold follow forbid force forget forgive format forward
  generate get give go grant group guard guess
  handle hash have hide hold hydrate
  identify ignore implement import include increase increment infer init initialize insert inspect install interpret
  invalidate invite issue
  join judge
  keep kill
  land lay lead leave let lift limit link list listen load locate lock log look lose lower
  make map mark mask match measure meet memoize merge migrate mock modify mount move mute
  name narrow normalize note notify
  observe offer open optimize order outline overlap own
  pack parse pass paste patch pause pay pick place plan play poll pool post postpone predict prefetch preload prepare
  press prevent print proceed process protect prove provide prune publish pull push put
  query queue quote
  race raise rank read reauthenticate rebuild receive recompute record recover redeem redirect reduce reencrypt refetch refill
  refresh refund refuse register reject release reload remember remind remove rename render renew reopen repeat
  replace replay reply report represent request require reread reseal resend reserve reset resize resolve respond
  restart restore resume retain retire retry return reuse reveal reverse review revoke rewrite ring rotate round run
  sample save say scale scan schedule scroll seal search see seed select sell send serve set settle share shift
  shorten show shrink sign simulate skip sniff sort speak spell spend split stamp start stay step stop store strip
  stub submit subscribe subtract sum summarize suspend swap sweep switch
  take tell terminate test throttle throw tidy toggle touch trace track trade transfer transform translate trim trust try
  turn type
  unban unblock undo unenroll unhide unite unlink unlock unmute unpack unpublish unseal unsubscribe update upgrade
  upload use
  validate verify view visit
  wait wake walk want warn watch weaken withdraw withhold work wrap write
  zoom
  `
    .trim()
    .split(/\s+/),
)
