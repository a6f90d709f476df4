/** N-02 */
export function Footer() {
  return (
    <footer className="foot" data-client-links>
      <div className="wrap">
        <span>© 2024 Back to Back</span>
        <ul>
          <li>
            <a href="/terms">Terms of Service</a>
          </li>
          <li>
            <a href="/events">Events</a>
          </li>
          <li>
            <a href="/discover">Discover DJs</a>
          </li>
        </ul>
      </div>
    </footer>
  )
}
