import { formatZone } from './time'

// Capitals and larger cities with a club scene, by IANA zone. Add a city to the line of its zone; spelling variants are
// separate names.
const CITIES = `
Europe/London: London, Leeds, Manchester, Liverpool, Sheffield, Birmingham, Bristol, Brighton, Nottingham, Newcastle, Newcastle upon Tyne, York, Hull, Leicester, Coventry, Oxford, Cambridge, Norwich, Southampton, Portsmouth, Bournemouth, Exeter, Plymouth, Reading, Bath, Derby, Bradford, Cardiff, Swansea, Glasgow, Edinburgh, Aberdeen, Dundee, Inverness, Belfast, Derry
Europe/Dublin: Dublin, Cork, Galway, Limerick
Europe/Berlin: Berlin, Hamburg, Munich, München, Cologne, Köln, Frankfurt, Frankfurt am Main, Stuttgart, Düsseldorf, Leipzig, Dresden, Hanover, Hannover, Nuremberg, Nürnberg, Bremen, Essen, Dortmund, Duisburg, Bochum, Münster, Karlsruhe, Mannheim, Heidelberg, Freiburg, Freiburg im Breisgau, Offenbach, Wiesbaden, Mainz, Augsburg, Würzburg, Erfurt, Jena, Weimar, Halle, Magdeburg, Kassel, Göttingen, Braunschweig, Bielefeld, Kiel, Lübeck, Rostock, Potsdam, Chemnitz, Saarbrücken, Bonn, Aachen, Regensburg
Europe/Vienna: Vienna, Wien, Graz, Linz, Salzburg, Innsbruck
Europe/Zurich: Zurich, Zürich, Basel, Bern, Geneva, Genève, Lausanne, Lucerne, Luzern, Winterthur, St. Gallen, Lugano
Europe/Vaduz: Vaduz
Europe/Paris: Paris, Marseille, Lyon, Toulouse, Nice, Nantes, Montpellier, Strasbourg, Bordeaux, Lille, Rennes, Grenoble, Rouen, Metz, Nancy, Dijon, Reims, Tours, Angers, Clermont-Ferrand, Cannes
Europe/Monaco: Monaco, Monte Carlo
Europe/Brussels: Brussels, Bruxelles, Brussel, Antwerp, Antwerpen, Ghent, Gent, Liège, Leuven, Bruges, Brugge, Charleroi, Kortrijk
Europe/Luxembourg: Luxembourg, Esch-sur-Alzette
Europe/Amsterdam: Amsterdam, Rotterdam, The Hague, Den Haag, Utrecht, Eindhoven, Groningen, Nijmegen, Arnhem, Tilburg, Breda, Haarlem, Maastricht
Europe/Copenhagen: Copenhagen, København, Aarhus, Århus, Odense, Aalborg
Europe/Stockholm: Stockholm, Gothenburg, Göteborg, Malmö, Uppsala, Lund, Umeå
Europe/Oslo: Oslo, Bergen, Trondheim, Stavanger, Tromsø
Europe/Helsinki: Helsinki, Tampere, Turku, Oulu
Atlantic/Reykjavik: Reykjavik
Europe/Madrid: Madrid, Barcelona, Valencia, Seville, Sevilla, Bilbao, Málaga, Zaragoza, Granada, Ibiza, Ibiza Town, Eivissa, Sant Antoni, San Antonio de Portmany, Palma, Palma de Mallorca, San Sebastián, Donostia, Alicante, Murcia, Marbella, Santiago de Compostela, Gijón
Atlantic/Canary: Las Palmas, Tenerife, Santa Cruz de Tenerife
Europe/Andorra: Andorra la Vella
Europe/Lisbon: Lisbon, Lisboa, Porto, Braga, Coimbra, Faro, Albufeira
Atlantic/Madeira: Funchal
Atlantic/Azores: Ponta Delgada
Europe/Rome: Rome, Roma, Milan, Milano, Turin, Torino, Naples, Napoli, Bologna, Florence, Firenze, Venice, Venezia, Verona, Genoa, Genova, Palermo, Catania, Bari, Lecce, Rimini, Riccione, Padua, Padova, Cagliari, Perugia, Vatican City
Europe/San_Marino: San Marino
Europe/Malta: Valletta, Malta, St Julian's, Sliema
Europe/Athens: Athens, Athina, Thessaloniki, Mykonos, Heraklion, Patras
Asia/Nicosia: Nicosia, Limassol, Ayia Napa, Larnaca
Europe/Istanbul: Istanbul, Ankara, Izmir, Bodrum, Antalya
Europe/Warsaw: Warsaw, Warszawa, Kraków, Cracow, Wrocław, Wroclaw, Poznań, Gdańsk, Gdynia, Łódź, Lodz, Katowice, Lublin, Szczecin
Europe/Prague: Prague, Praha, Brno, Ostrava, Plzeň
Europe/Bratislava: Bratislava, Košice
Europe/Budapest: Budapest, Debrecen, Szeged
Europe/Bucharest: Bucharest, București, Cluj-Napoca, Cluj, Timișoara, Iași, Constanța, Mamaia
Europe/Chisinau: Chisinau
Europe/Sofia: Sofia, Plovdiv, Varna, Sunny Beach
Europe/Belgrade: Belgrade, Beograd, Novi Sad, Niš
Europe/Zagreb: Zagreb, Split, Rijeka, Zadar, Pula, Tisno, Novalja
Europe/Ljubljana: Ljubljana, Maribor
Europe/Sarajevo: Sarajevo, Mostar
Europe/Podgorica: Podgorica, Budva
Europe/Skopje: Skopje, Ohrid
Europe/Tirane: Tirana, Tiranë
Europe/Belgrade: Pristina
Europe/Vilnius: Vilnius, Kaunas
Europe/Riga: Riga
Europe/Tallinn: Tallinn, Tartu
Europe/Kyiv: Kyiv, Kiev, Lviv, Odesa, Kharkiv, Dnipro
Europe/Minsk: Minsk
Europe/Moscow: Moscow, Saint Petersburg, St. Petersburg, Nizhny Novgorod, Kazan
Asia/Yekaterinburg: Yekaterinburg
Asia/Novosibirsk: Novosibirsk
Asia/Vladivostok: Vladivostok
Asia/Tbilisi: Tbilisi, Batumi
Asia/Yerevan: Yerevan
Asia/Baku: Baku
America/New_York: New York, New York City, NYC, Brooklyn, Queens, Manhattan, Bronx, Boston, Philadelphia, Washington, Washington DC, Baltimore, Miami, Miami Beach, Fort Lauderdale, Orlando, Tampa, Jacksonville, Atlanta, Charlotte, Raleigh, Pittsburgh, Cleveland, Columbus, Cincinnati, Buffalo, Rochester, Providence, New Haven, Richmond, Asheville
America/Detroit: Detroit, Ann Arbor, Grand Rapids
America/Indiana/Indianapolis: Indianapolis
America/Kentucky/Louisville: Louisville
America/Chicago: Chicago, Milwaukee, Minneapolis, Saint Paul, St. Louis, Kansas City, Nashville, Memphis, New Orleans, Houston, Dallas, Austin, San Antonio, Fort Worth, Oklahoma City, Omaha, Madison, Des Moines
America/Denver: Denver, Boulder, Salt Lake City, Albuquerque, Santa Fe, El Paso, Colorado Springs
America/Boise: Boise
America/Phoenix: Phoenix, Tucson, Scottsdale, Tempe
America/Los_Angeles: Los Angeles, San Francisco, Oakland, San Diego, Sacramento, San Jose, Long Beach, Palm Springs, Indio, Las Vegas, Reno, Portland, Seattle, Tacoma, Spokane, Black Rock City
America/Anchorage: Anchorage
Pacific/Honolulu: Honolulu
America/Toronto: Toronto, Montreal, Montréal, Ottawa, Quebec City, Québec, Hamilton, Kitchener, London Ontario
America/Winnipeg: Winnipeg
America/Regina: Regina, Saskatoon
America/Edmonton: Calgary, Edmonton, Banff
America/Vancouver: Vancouver, Victoria, Whistler, Kelowna
America/Halifax: Halifax
America/St_Johns: St. John's
America/Mexico_City: Mexico City, Ciudad de México, CDMX, Guadalajara, Monterrey, Puebla, Querétaro, Oaxaca, San Miguel de Allende
America/Cancun: Cancún, Playa del Carmen, Tulum
America/Tijuana: Tijuana, Ensenada
America/Guatemala: Guatemala City
America/Belize: Belmopan, Belize City
America/El_Salvador: San Salvador
America/Tegucigalpa: Tegucigalpa
America/Managua: Managua
America/Costa_Rica: San José
America/Panama: Panama City
America/Havana: Havana, La Habana
America/Jamaica: Kingston, Montego Bay
America/Port-au-Prince: Port-au-Prince
America/Santo_Domingo: Santo Domingo, Punta Cana
America/Puerto_Rico: San Juan
America/Nassau: Nassau
America/Barbados: Bridgetown
America/Port_of_Spain: Port of Spain
America/Bogota: Bogotá, Medellín, Cali, Cartagena, Barranquilla
America/Caracas: Caracas, Maracaibo
America/Guayaquil: Quito, Guayaquil
America/Lima: Lima, Cusco
America/La_Paz: La Paz, Santa Cruz de la Sierra
America/Santiago: Santiago, Santiago de Chile, Valparaíso
America/Argentina/Buenos_Aires: Buenos Aires, Rosario, La Plata, Mar del Plata
America/Argentina/Cordoba: Córdoba
America/Argentina/Mendoza: Mendoza
America/Montevideo: Montevideo, Punta del Este
America/Asuncion: Asunción
America/Sao_Paulo: São Paulo, Rio de Janeiro, Belo Horizonte, Brasília, Curitiba, Porto Alegre, Florianópolis, Balneário Camboriú, Campinas, Goiânia
America/Bahia: Salvador, Trancoso
America/Fortaleza: Fortaleza
America/Recife: Recife
America/Manaus: Manaus
America/Guyana: Georgetown
America/Paramaribo: Paramaribo
Africa/Casablanca: Casablanca, Marrakech, Marrakesh, Rabat, Tangier, Essaouira, Fez
Africa/Algiers: Algiers, Oran
Africa/Tunis: Tunis, Hammamet
Africa/Tripoli: Tripoli
Africa/Cairo: Cairo, Alexandria, Sharm el-Sheikh, El Gouna
Africa/Khartoum: Khartoum
Africa/Addis_Ababa: Addis Ababa
Africa/Nairobi: Nairobi, Mombasa, Kilifi
Africa/Kampala: Kampala, Jinja
Africa/Kigali: Kigali
Africa/Dar_es_Salaam: Dar es Salaam, Zanzibar, Dodoma
Africa/Lagos: Lagos, Abuja, Port Harcourt
Africa/Accra: Accra, Kumasi
Africa/Abidjan: Abidjan, Yamoussoukro
Africa/Dakar: Dakar
Africa/Bamako: Bamako
Africa/Douala: Douala, Yaoundé
Africa/Kinshasa: Kinshasa
Africa/Luanda: Luanda
Africa/Lusaka: Lusaka
Africa/Harare: Harare
Africa/Maputo: Maputo
Africa/Gaborone: Gaborone
Africa/Windhoek: Windhoek
Africa/Johannesburg: Johannesburg, Cape Town, Durban, Pretoria, Soweto, Port Elizabeth, Bloemfontein
Indian/Antananarivo: Antananarivo
Indian/Mauritius: Port Louis
Indian/Reunion: Saint-Denis
Asia/Jerusalem: Tel Aviv, Jerusalem, Haifa, Eilat
Asia/Hebron: Ramallah, Bethlehem
Asia/Beirut: Beirut
Asia/Amman: Amman
Asia/Damascus: Damascus
Asia/Baghdad: Baghdad
Asia/Riyadh: Riyadh, Jeddah
Asia/Kuwait: Kuwait City
Asia/Bahrain: Manama
Asia/Qatar: Doha
Asia/Dubai: Dubai, Abu Dhabi
Asia/Muscat: Muscat
Asia/Tehran: Tehran
Asia/Kabul: Kabul
Asia/Karachi: Karachi, Lahore, Islamabad
Asia/Kolkata: Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Goa, Panaji, Anjuna, Pune, Hyderabad, Chennai, Kolkata, Ahmedabad, Jaipur, Kochi
Asia/Colombo: Colombo
Asia/Kathmandu: Kathmandu, Pokhara
Asia/Dhaka: Dhaka
Asia/Thimphu: Thimphu
Indian/Maldives: Malé
Asia/Tashkent: Tashkent
Asia/Almaty: Almaty, Astana
Asia/Bishkek: Bishkek
Asia/Dushanbe: Dushanbe
Asia/Ashgabat: Ashgabat
Asia/Ulaanbaatar: Ulaanbaatar
Asia/Yangon: Yangon, Naypyidaw
Asia/Bangkok: Bangkok, Phuket, Chiang Mai, Koh Phangan, Ko Pha Ngan, Koh Samui, Pattaya
Asia/Vientiane: Vientiane
Asia/Phnom_Penh: Phnom Penh, Siem Reap
Asia/Ho_Chi_Minh: Ho Chi Minh City, Saigon, Hanoi, Da Nang
Asia/Kuala_Lumpur: Kuala Lumpur, Penang, George Town
Asia/Singapore: Singapore
Asia/Jakarta: Jakarta, Bandung, Yogyakarta, Surabaya
Asia/Makassar: Bali, Denpasar, Canggu, Seminyak, Ubud, Makassar
Asia/Manila: Manila, Quezon City, Makati, Cebu, Boracay
Asia/Brunei: Bandar Seri Begawan
Asia/Dili: Dili
Asia/Shanghai: Shanghai, Beijing, Shenzhen, Guangzhou, Chengdu, Hangzhou, Wuhan, Chongqing, Nanjing, Xi'an, Kunming, Dali
Asia/Hong_Kong: Hong Kong
Asia/Macau: Macau
Asia/Taipei: Taipei, Kaohsiung, Taichung
Asia/Seoul: Seoul, Busan, Incheon, Daegu
Asia/Pyongyang: Pyongyang
Asia/Tokyo: Tokyo, Osaka, Kyoto, Nagoya, Fukuoka, Sapporo, Kobe, Yokohama, Hiroshima, Sendai, Naha
Australia/Sydney: Sydney, Canberra, Byron Bay, Newcastle NSW, Wollongong
Australia/Melbourne: Melbourne, Geelong
Australia/Brisbane: Brisbane, Gold Coast, Cairns
Australia/Adelaide: Adelaide
Australia/Darwin: Darwin
Australia/Perth: Perth, Fremantle
Australia/Hobart: Hobart
Pacific/Auckland: Auckland, Wellington, Christchurch, Dunedin, Queenstown
Pacific/Fiji: Suva
Pacific/Port_Moresby: Port Moresby
Pacific/Noumea: Nouméa
Pacific/Tahiti: Papeete
Pacific/Apia: Apia
Pacific/Tongatapu: Nuku'alofa
`

// Letters that Unicode does not split into a plain letter and an accent.
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', đ: 'd', ı: 'i' }

function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłßæđı]/gu, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/['’.]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const zones = new Map(
  CITIES.trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(': ')
      return line
        .slice(at + 2)
        .split(', ')
        .map((city) => [normalize(city), line.slice(0, at)] as const)
    }),
)
const MAX_NAME_WORDS = 5

/**
 * Returns the IANA zone of the city in a place such as `Loom Hall, Glasgow` or `malmo`; undefined for an unknown city.
 * Ignores accents and case. The last part that names a city wins, because venues come before their city.
 */
export function findPlaceZone(place: string): string | undefined {
  const parts = place.split(/[,;/\n]/u).map(normalize)
  for (const part of parts.toReversed()) {
    const zone = findZoneByWords(part.split(' '))
    if (zone !== undefined) return zone
  }
  return undefined
}

/**
 * Returns the help text if the time zone of a place is not known; undefined for a known place, and if no zone is in
 * use.
 */
export function findZoneHint(place: string, timezone: string): string | undefined {
  if (timezone === '' || place.trim() === '' || findPlaceZone(place) !== undefined) return undefined
  return `We don’t know this place’s time zone. Check that ${formatZone(timezone)} is right.`
}

/** Error for API callers that omit the zone. */
export const UNKNOWN_ZONE = 'The time zone of this place is not known. Choose one, such as Europe/Berlin.'

/** Finds the zone of the longest city name (`new york` before `york`), and of names of the same length, the last. */
function findZoneByWords(words: readonly string[]): string | undefined {
  for (let length = Math.min(words.length, MAX_NAME_WORDS); length > 0; length -= 1)
    for (let from = words.length - length; from >= 0; from -= 1) {
      const zone = zones.get(words.slice(from, from + length).join(' '))
      if (zone !== undefined) return zone
    }
  return undefined
}

export const cityZones: ReadonlyMap<string, string> = zones
