import { Skeleton } from '~/design/skeleton'

/** The settings before they are read, and after they are nobody's any more. */
export function SettingsLoading() {
  return (
    <div aria-busy="true">
      <h1 className="t1 set-h">Settings</h1>
      <div className="setg">
        <div className="setn setn-l" aria-hidden="true">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} />
          ))}
        </div>
        <div>
          {Array.from({ length: 4 }, (_, at) => (
            <div key={at} className="fs">
              <Skeleton width="9rem" height="1.5rem" />
              <div className="fb">
                <Skeleton height="3.5rem" />
                <Skeleton height="3.5rem" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <output className="sr">Loading</output>
    </div>
  )
}
