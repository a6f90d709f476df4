import { Button } from '~/design/button'
import { Mark } from '~/design/mark'

/** E-05 */
export function EventsEmpty({ isSearching, onClear }: { isSearching: boolean; onClear: () => void }) {
  return (
    <div className="empty rule events-empty">
      <Mark />
      <h2 className="t1">No events found</h2>
      <p className="lead">
        {isSearching ? 'Try adjusting your search' : 'Check back soon for upcoming events'}
      </p>
      {isSearching && <Button onClick={onClear}>Clear search</Button>}
    </div>
  )
}
