import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { EditConflictDialog } from '~/design/edit-conflict-dialog'
import type { MenuAction } from '~/design/menu-items'
import { LeaveGuard } from '~/design/leave-guard'
import { SwitchRow } from '~/design/switch-row'
import { useReaderZone } from '~/design/use-reader-zone'
import type { Currency } from '~/lib/currency'
import { formatClock } from '~/lib/time'
import type { EventDraft } from '../../../contract-dashboard'
import { findFinalTimesReason } from '../../../rules/final-times'
import { PriceFields } from './price-fields'
import { TaxFields } from './tax-fields'
import { EditHead } from './edit-head'
import { EventMenu } from './event-menu'
import { FlyerAside } from './flyer-aside'
import { TransferEventDialog } from './transfer-event-dialog'
import { LineUpSection } from './line-up-section'
import { EventSection } from './event-section'
import { PayeeDialog } from './payee-dialog'
import { PeopleSection } from './people-section'
import { PlaceSection } from './place-section'
import { SectionList } from './section-list'
import { type SectionId, listSections } from './sections'
import { EventNotices } from './event-notices'
import { useEventEditor } from './use-event-editor'
import type { Origin, Saving, SaveState } from './saving'
import { usePublishing } from './use-publishing'
import styles from './edit-page.module.css'

export type EditSlots = {
  /** Sections of other features. The id of each heading is the name of its section. */
  renderTickets?: ((now: { capacity: number | null; currency: Currency }) => ReactNode) | undefined
  promo?: ReactNode
  flyerFacts?: ReactNode
  changeItems?: readonly MenuAction[] | undefined
  hasPaidTickets?: boolean
  /** Opens the Postpone dialog; undefined if the viewer may not postpone the event. */
  onMove?: (() => void) | undefined
  /** True while a dialog of `changeItems` is open: changes to the event are then the viewer's own. */
  isActing?: boolean | undefined
  /** A button that opens the provider of payouts, which leads back to this page. */
  renderConnect?: ((label: string) => ReactNode) | undefined
  /** Whether the tickets section has a warning; if undefined, the state from the server is used. */
  isTicketsOdd?: boolean | undefined
  slotState?: SaveState | undefined
}

type EditPageProps = EditSlots & {
  draft: EventDraft
  ownId: string | undefined
  canDuplicate: boolean
}

export function EditPage({ draft, ownId, canDuplicate, ...slots }: EditPageProps) {
  const {
    renderTickets,
    promo,
    flyerFacts,
    changeItems = [],
    hasPaidTickets = false,
    onMove,
    renderConnect,
    isTicketsOdd,
    slotState = 'saved',
    isActing = false,
  } = slots
  const router = useRouter()
  const editor = useEventEditor(draft)
  const zone = useReaderZone()
  const { conflict } = editor.saving
  const { id, actions: acts } = draft
  const [isHandingOver, setIsHandingOver] = useState(false)
  const openPage = () => void router.navigate({ to: '/events/$id', params: { id } })
  const publishing = usePublishing(draft, editor, slotState, openPage)
  const { expectOwnChanges } = editor
  useEffect(() => (isActing ? expectOwnChanges() : undefined), [isActing, expectOwnChanges])

  const openPreview = () =>
    void editor.flush().then(() => router.navigate({ to: '/dashboard/events/$id/preview', params: { id } }))
  const hasMoney = acts.includes('money')
  const hasTeam = acts.includes('team')
  const isFixed = draft.status === 'cancelled'
  const finalReason = findFinalTimesReason(draft)
  const shown: SectionId[] = [
    'event',
    'place',
    'lineup',
    ...(renderTickets ? (['tickets'] as const) : []),
    ...(promo && hasMoney ? (['promo'] as const) : []),
    ...(hasTeam ? (['people'] as const) : []),
  ]
  const sections = listSections(draft, editor.saving, shown, isTicketsOdd)
  return (
    <div className={styles.page} data-client-links>
      <EditHead
        draft={draft}
        title={editor.values.title}
        saving={withSlotState(editor.saving, slotState)}
        publishing={publishing}
        onPreview={openPreview}
        menu={
          <EventMenu
            draft={draft}
            editor={editor}
            publishing={publishing}
            onPreview={openPreview}
            onHandOver={() => setIsHandingOver(true)}
            canDuplicate={canDuplicate}
            hasPaidTickets={hasPaidTickets}
            changeItems={changeItems.map((item) => ({
              ...item,
              onSelect: () => void editor.flush().then(item.onSelect),
            }))}
          />
        }
      />
      <div className={styles.layout}>
        <SectionList sections={sections} />
        <div className={styles.form}>
          <EventNotices draft={draft} editor={editor} publishing={publishing} />
          <fieldset className={styles.fields} disabled={isFixed} aria-label="Event">
            <EventSection
              editor={editor}
              eventId={id}
              isPostponed={draft.status === 'postponed'}
              finalReason={finalReason}
              sold={
                draft.status === 'published' && draft.soldOrHeld > 0
                  ? { onMove: onMove && (() => void editor.flush().then(onMove)) }
                  : undefined
              }
            />
            <PlaceSection
              editor={editor}
              soldOrHeld={draft.soldOrHeld}
              isZoneFixed={draft.status === 'postponed' || finalReason !== undefined}
            />
            <LineUpSection editor={editor} draft={draft} />
          </fieldset>
          {renderTickets?.({ capacity: editor.values.capacity, currency: editor.values.currency })}
          {hasMoney && renderTickets && (
            <>
              <PriceFields editor={editor} isFixed={isFixed} isCurrencyFinal={draft.isCurrencyFinal} />
              <TaxFields editor={editor} isFixed={isFixed || draft.isTaxFinal} isFinal={draft.isTaxFinal} />
            </>
          )}
          {draft.canRequireCaptcha && renderTickets && (
            <SwitchRow
              className={styles.belowTickets}
              label="Ask buyers for a CAPTCHA"
              description="They complete a security check before tickets are held. Use it if bots reserve your tickets."
              checked={editor.values.requiresCaptcha}
              disabled={isFixed}
              onChange={({ target }) => editor.change({ requiresCaptcha: target.checked })}
            />
          )}
          {hasMoney && promo}
          {hasTeam && <PeopleSection eventId={id} ownId={ownId} onHandOver={() => setIsHandingOver(true)} />}
        </div>
        <FlyerAside
          editor={editor}
          eventId={id}
          imageUrl={draft.imageUrl}
          isFixed={isFixed}
          facts={draft.status === 'cancelled' ? <p>Canceled</p> : flyerFacts}
        />
      </div>
      {isHandingOver && (
        <TransferEventDialog
          eventId={id}
          editor={editor}
          ownId={ownId}
          onClose={() => setIsHandingOver(false)}
        />
      )}
      {publishing.payeeNeeded && (
        <PayeeDialog
          eventId={id}
          title={draft.title}
          needed={publishing.payeeNeeded}
          renderConnect={renderConnect}
          onClose={publishing.closePayee}
        />
      )}
      <EditConflictDialog
        open={conflict !== undefined}
        detail={conflict && describeChange(conflict.origin, ownId, zone)}
        onReload={() => editor.resolveConflict('theirs')}
        onKeep={() => editor.resolveConflict('mine')}
      />
      <LeaveGuard
        isDirty={slotState !== 'saved'}
        // Leaving for another page sends unsaved changes; closing the window may lose them.
        warnsOnClose={editor.saving.state !== 'saved'}
        description="Changes to tickets or codes are not saved yet."
      />
    </div>
  )
}

function describeChange({ by, at }: Origin, ownId: string | undefined, zone: string | undefined): string {
  const time = zone === undefined ? '' : ` at ${formatClock(at, zone)}`
  return by !== null && by.id === ownId
    ? `You changed this event in another window${time}.`
    : `${by?.name ?? 'Another user'} changed this event${time}.`
}

// States that need the user come first.
const BY_WEIGHT: readonly SaveState[] = ['conflict', 'refused', 'retrying', 'saving', 'saved']

function withSlotState(saving: Saving, slots: SaveState): Saving {
  const isHeavier = BY_WEIGHT.indexOf(slots) < BY_WEIGHT.indexOf(saving.state)
  return isHeavier ? { ...saving, state: slots, sentence: undefined } : saving
}
