import { Table } from '~/design/table'
import { formatCount } from '~/lib/count'
import type { SaleNumbers } from '../../contract-numbers'

/** From where visitors came to the event's page, and how many tickets came of it. */
export function SourcesTable({ sources }: { sources: SaleNumbers['sources'] }) {
  return (
    <section aria-labelledby="came-from">
      <h2 className="t2 ana-h" id="came-from">
        Where they came from
      </h2>
      {sources.length === 0 ? (
        <p className="m2">Nobody has looked yet. Share the page, and see here what works.</p>
      ) : (
        <Table label="Where they came from, table" aria-labelledby="came-from">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" className="r">
                Views
              </th>
              <th scope="col">Tickets</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, label, views, tickets }) => (
              <tr key={source}>
                <th scope="row">{label}</th>
                <td className="num r m2">{formatCount(views)}</td>
                <td className="num b">{formatCount(tickets)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
