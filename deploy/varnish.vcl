# Varnish behind a proxy that terminates TLS, with a cache for the pages of visitors (EDGE_CACHE=on).
# The product decides what may be cached; this file bypasses the cache for everyone who has a session, closed a notice, or chose a theme or language.
vcl 4.1;

import std;

backend back_to_back {
	.host = "127.0.0.1";
	.port = "3000";
	.probe = {
		.url = "/readyz";
		.interval = 1s;
		.timeout = 2s;
		.window = 3;
		.threshold = 2;
	}
}

sub vcl_recv {
	if (req.url ~ "^/metrics") {
		return (synth(404));
	}
	# Event streams are passed on as they are written.
	if (req.url ~ "^/api/live") {
		return (pipe);
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# Proxies that end HTTP/2 send a header for each cookie.
	std.collect(req.http.Cookie, "; ");
	if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)((__Host-)?b2b_session|theme|notice|language)=") {
		return (pass);
	}
	# While the product answers, a page that is fetched again is served for 30 seconds; while it doesn't, for 5 minutes.
	if (std.healthy(req.backend_hint)) {
		set req.grace = 30s;
	}
	return (hash);
}

sub vcl_backend_response {
	if (beresp.status >= 500 && bereq.is_bgfetch) {
		return (abandon);
	}
	if (beresp.http.Cache-Control !~ "(^|,\s*)public" || beresp.http.Set-Cookie) {
		set beresp.uncacheable = true;
		# Remembers that equal requests need not wait for each other. An error must not hide a stored page.
		set beresp.ttl = 2m;
		if (beresp.status >= 500) {
			set beresp.ttl = 0s;
		}
	} elsif (beresp.http.Cache-Control ~ "max-age=0, s-maxage") {
		set beresp.grace = 5m;
	}
	return (deliver);
}

sub vcl_deliver {
	# Only this proxy stores pages: a browser asks again after a sign-in.
	if (resp.http.Cache-Control ~ "max-age=0, s-maxage") {
		set resp.http.Cache-Control = "private, no-cache";
	}
	if (obj.hits > 0 && obj.ttl <= 0s) {
		set resp.http.X-Cache = "STALE";
	} elsif (obj.hits > 0) {
		set resp.http.X-Cache = "HIT";
	} else {
		set resp.http.X-Cache = "MISS";
	}
}
