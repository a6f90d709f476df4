import { Plus, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Note } from '~/design/note'
import { useNow } from '~/design/use-now'
import { MAX_TICKET_TYPES, moveItem, countOverCapacity } from '../../rules/ticket-types'
import { FixedFields } from './fixed-fields'
import { NewType, useHasTypeDraft } from './new-type'
import type { TypeDraft } from './row-saves'
import { spellNumber } from './format-sale-window'
import { SaleWindow } from './sale-window'
import type { SectionProps } from './save-report'
import { DescribeTypeDialog, HideTypeDialog } from './type-dialogs'
import { TypeMenu } from './type-menu'
import { TypeRow } from './type-row'
import { useRowDrag } from './use-row-drag'
import { useTypeRows } from './use-type-rows'
import styles from './ticket-types.module.css'

/** The ticket types of an event, one row each; every field is saved as it is typed. */
export function TicketsSection(props: SectionProps) {
  const { eventId, acts, timezone, currency, startsAt, eventEnd, capacity, isFixed = false, onSaving } = props
  const { board, saves, saver, put, move, remove } = useTypeRows({ eventId, isFixed, onSaving })
  const canPrice = acts.includes('money')
  const [opened] = useState(() => Date.now())
  const now = useNow() ?? opened
  const hintId = useId()
  const [dialog, setDialog] = useState<{ of: 'description' | 'code'; id: string }>()
  const [isAddingChosen, setIsAdding] = useState<boolean>()
  const isBegun = useHasTypeDraft(eventId)
  const isAdding = !isFixed && (isAddingChosen ?? isBegun)
  const [announcement, setAnnouncement] = useState('')
  const ids = board.types.map(({ id }) => id)
  const moveAndAnnounce = (id: string, to: number) => {
    const type = board.types.find((other) => other.id === id)
    if (isFixed || !type || to < 0 || to >= ids.length || ids[to] === id) return
    move(id, to)
    setAnnouncement(`${type.name}, ${to + 1} of ${ids.length}`)
  }
  const { list, carried, createGrip } = useRowDrag(ids, { hintId, isFixed, onMove: moveAndAnnounce })
  const types = carried ? moveItem(board.types, ids.indexOf(carried.id), carried.to) : board.types
  const drafts: Record<string, TypeDraft | undefined> = Object.fromEntries(
    Object.entries(saves.rows).map(([id, { unsaved }]) => [id, unsaved]),
  )
  const getStock = (id: string, saved: number) => {
    const typed = saves.rows[id]?.errors['stock'] === undefined ? drafts[id]?.stock : undefined
    return typeof typed === 'number' ? typed : saved
  }
  const stockSum = types.reduce((sum, { id, stock }) => sum + getStock(id, stock), 0)
  const over = countOverCapacity({ stockSum, capacity })
  const isSaleOver =
    types.length > 0 &&
    (eventEnd === null || Date.parse(eventEnd) > now) &&
    types.every(({ saleEndsAt }) => saleEndsAt !== null && Date.parse(saleEndsAt) <= now)
  const chosen = board.types.find(({ id }) => id === dialog?.id)
  return (
    <section id="tickets" className={styles.section} aria-labelledby={`${hintId}-title`}>
      <h2 className="title-2" id={`${hintId}-title`}>
        Tickets
      </h2>
      {over > 0 && !isFixed && (
        <Note tone="orange" icon={TriangleAlert} aria-live="polite">
          <b className="bold">
            {stockSum} tickets for {capacity} people.
          </b>{' '}
          You can sell them, but {spellNumber(over)} might wait outside.
        </Note>
      )}
      {isSaleOver && !isFixed && (
        <Note tone="orange" icon={TriangleAlert} aria-live="polite">
          <b className="bold">All sale windows have ended.</b> Choose a later end to sell more tickets.
        </Note>
      )}
      {types.length === 0 && !isAdding && (
        <p className="muted">
          {isFixed
            ? 'No tickets.'
            : `Nothing is on sale yet. An event can have up to ${MAX_TICKET_TYPES} ticket types.`}
        </p>
      )}
      {types.length > 0 && (
        <FixedFields isFixed={isFixed} label="Tickets">
          <div ref={list}>
            <div className={classNames('small faint bold', styles.head)} aria-hidden="true">
              <span />
              <span>Name</span>
              <span>Price</span>
              <span>Stock</span>
              <span>On sale</span>
              <span />
            </div>
            {types.map((type, at) => {
              const { id } = type
              const rowState = saves.rows[id] ?? { unsaved: {}, errors: {} }
              return (
                <TypeRow
                  key={id}
                  type={type}
                  currency={currency}
                  rowState={rowState}
                  saver={saver}
                  canPrice={canPrice}
                  isCarried={carried?.id === id}
                  grip={createGrip(id)}
                  window={
                    <SaleWindow
                      name={type.name}
                      isHidden={type.accessCode !== null}
                      saleStartsAt={pick(rowState.unsaved.saleStartsAt, type.saleStartsAt)}
                      saleEndsAt={pick(rowState.unsaved.saleEndsAt, type.saleEndsAt)}
                      timezone={timezone}
                      startsAt={startsAt}
                      now={now}
                      errors={rowState.errors}
                      eventEnd={eventEnd}
                      saved={type}
                      onChange={(window) => saver.change(id, window)}
                      onProblem={(window, problems) => saver.hold(id, window, problems)}
                      onUndo={(ends) => saver.undo(id, ends)}
                    />
                  }
                  menu={
                    <TypeMenu
                      type={type}
                      eventId={eventId}
                      at={at}
                      count={types.length}
                      canRemove={canPrice}
                      onDescribe={() => setDialog({ of: 'description', id })}
                      onHide={() => setDialog({ of: 'code', id })}
                      onShow={() => saver.change(id, { accessCode: null })}
                      onMove={(to) => moveAndAnnounce(id, to)}
                      onRemove={() => void remove(id)}
                    />
                  }
                />
              )
            })}
          </div>
        </FixedFields>
      )}
      <p className="visually-hidden" id={hintId}>
        Arrow keys move it up and down.
      </p>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {canPrice && !isAdding && !isFixed && types.length < MAX_TICKET_TYPES && (
        <Button
          variant="outline"
          size="sm"
          icon={Plus}
          className={styles.add}
          onClick={() => setIsAdding(true)}
        >
          Add a ticket type
        </Button>
      )}
      {isAdding && (
        <NewType
          eventId={eventId}
          currency={currency}
          isFocused={isAddingChosen === true}
          onAdded={put}
          onClose={() => setIsAdding(false)}
        />
      )}
      {chosen && !isFixed && dialog?.of === 'description' && (
        <DescribeTypeDialog
          name={chosen.name}
          description={pick(drafts[chosen.id]?.description, chosen.description)}
          error={saves.rows[chosen.id]?.errors['description']}
          onTyped={(description) => saver.change(chosen.id, { description })}
          onClose={() => {
            saver.flush()
            setDialog(undefined)
          }}
        />
      )}
      {chosen && !isFixed && dialog?.of === 'code' && (
        <HideTypeDialog type={chosen} onSaved={put} onClose={() => setDialog(undefined)} />
      )}
    </section>
  )
}

const pick = <Value,>(typed: Value | undefined, saved: Value): Value => (typed === undefined ? saved : typed)
