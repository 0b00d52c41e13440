const words = (text: string) => text.trim().split(/\s+/)

/** Common first names. Combined with the surnames below, they identify no real person. */
export const firstNames = words(`
  Ana Marija Ivana Petra Lucija Ema Mia Sara Lana Nika Lea Eva Dora Ela Rita Tena Tea Iva Ivona Ines
  Ivka Maja Marina Martina Marta Matea Mateja Mihaela Mirta Monika Nina Nikolina Nives Noa Ofelija Paula
  Paulina Patricija Rebeka Renata Romana Sanja Sandra Silvija Snježana Stela Sunčana Tamara Tara Tihana
  Tina Una Valentina Vanja Vedrana Veronika Viktorija Vita Vlatka Zara Zora Zrinka Željka Živa Adriana
  Agata Aleksandra Andrea Anamarija Anđela Antea Antonija Barbara Bernarda Biljana Bojana Božena Brigita
  Cvita Danijela Daria Dijana Dina Dorotea Dunja Đurđica Elena Franka Gabrijela Gordana Hana Helena
  Hermina Ida Irena Iris Jadranka Jana Jasna Jelena Josipa Judita Kaja Karla Karolina Katarina
  Kiara Klara Kristina Ksenija Laura Leona Lidija Lora Lorena Ljerka Ljiljana Magdalena Marijana Mare
  Luka David Ivan Jakov Roko Petar Mateo Matej Fran Niko Toma Leon Noel Vito Josip Marko Filip Karlo
  Lovro Teo Tin Borna Bruno Andrija Ante Anton Antonio Antun Bartol Benjamin Bernard Boris Božidar
  Branimir Damir Danijel Dario Darko Davor Denis Dino Dinko Domagoj Dominik Dorian Dragan Dražen Duje
  Đuro Edi Emanuel Erik Fabijan Franjo Gabrijel Gašper Goran Gordan Grgur Hrvoje Igor Ilija Ivano Ivor
  Jan Janko Jerko Jure Juraj Kazimir Kristijan Krešimir Krševan Krsto Lav Leo Leonard Lukas Luciano
  Maks Marin Marijan Mario Martin Matija Maro Mihael Mihovil Miro Miroslav Mislav Mladen Nenad Neven
  Nikola Oliver Oskar Ozren Patrik Pavao Pavle Rafael Ranko Rino Robert Rok Roman Saša Sebastijan Silvio
  Slaven Stipe Stjepan Šime Šimun Tadija Tomislav Toni Tihomir Valentin Vedran Velimir Vid Viktor
  Vinko Vjekoslav Vlado Vladimir Zdravko Zlatko Zoran Zvonimir Željko
`)

/** Common surnames, the most frequent first. */
export const surnames = words(`
  Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić
  Pavlović Kovač Božić Blažević Grgić Perić Pavić Radić Šarić Filipović Lovrić Vidović Perković Popović
  Bošnjak Jukić Barišić Martinović Petković Klarić Lončar Babić-Horvat Pavičić Jakšić Nikolić Mihaljević
  Đurić Brkić Ivanković Lukić Kolar Delić Jozić Rukavina Vukelić Radman Galić Dujmović Ćosić Čović
  Jelić Katić Crnković Dragić Mikulić Kralj Cindrić Burić Bilić Bašić Barić Antić Anić Ančić Alić
  Adamović Abramović Ambruš Antolić Antolović Antunović Arambašić Augustinović Babaja Babić-Jurić
  Babojelić Bačić Badurina Bagarić Bajić Bakarić Bakić Balaban Balen Balić Baltić Banić Banović Baraba
  Baran Barbarić Barbić Barbir Bartolić Bartulović Baričević Batinić Batur Bebek Bedek Begić Begović
  Bekavac Belak Belić Beljan Belošević Benić Benko Benčić Berić Berišić Bertić Bešlić Bezjak Bičanić
  Bijelić Bikić Biličić Biondić Biškup Bjelajac Blagus Blažek Blažić Blažinović Bobinac Bodrožić
  Bogdan Bogdanić Bogdanović Bognar Bogović Bojanić Bojčić Bolanča Borić Borković Borovac Bosanac Bošković
  Božičević Božičković Božinović Brajdić Brajković Brajša Bralić Branković Bratić Brčić Brekalo Brezak
  Breznik Brezović Brigljević Brlek Brnada Brnadić Brnić Brodarac Bručić Brusić Bubalo Bučar
  Budimir Budić Budiša Bukovac Bukvić Buljan Buljubašić Bunić Burazin Burčul Burek Burič Buterin Butković
  Car Carević Cerić Cerovac Cesar Cigić Cindori Cipek Crnić Crnčić Crnogaj Cukon Cvetko Cvetković Cvijanović
  Cvitan Cvitanić Cvitanović Cvitković Čačić Čakarić Čavar Čavlović Čeh Čerkez Červar Čičak Čikeš Čiček
  Čizmar Čizmić Čolak Čolić Čop Čorak Čuljak Čupić Čurić Čavić Ćaćić Ćavar Ćaleta Ćelić Ćorić Ćuk Ćurić
  Ćurković Ćutić Dabić Dadić Damjanović Danić Dasović Dautović Debeljak Dejanović Delač Delija Demo
  Derić Detelj Devčić Dević Didović Dimić Divić Divjak Dlačić Dobrić Dodig Dokić Dolenec Domić Domitrović
  Doričić Došen Draganić Dragičević Dragojević Dragošević Dragun Dragutin Dražić Drmić Drobnjak Dugandžić
  Dugić Dujić Dujmić Dukić Dumančić Dundović Duspara Duvnjak Dvorski Džaja Džakula Džambo Đaković
  Đerek Đukić Đumlija Đuran Đurak Đuranić Đuranović Đurđević Đureković Đurinović Đurkin Erceg Ereš Fabek
  Fabijan Fabijanić Fabris Faletar Fanuko Ferenčak Ferić Filić Filipčić Filipec Fištrek Franić Franjić
  Franković Frketić Fuček Fuštar Gabrić Gagro Galinec Galović Garić Gašparić Gašparović Gavran Gavranović
  Gavrić Geček Gelo Gerić Glavaš Glavić Glavina Glavurdić Glogović Glušac Godinić Golub Golubić
  Grabar Gradečak Grahovac Granić Grbac Grbavac Grbić Grčić Gregorić Gregurić Grgurević Gržan Gržeta
  Grubešić Grubišić Gudelj Gulić Guberina Habek Habuš Hadžić Halić Hanžek Harambašić Harapin Havelka
  Hećimović Herceg Hercigonja Hlupić Hodak Hodžić Horvatić Horvatinčić Hrastić Hrgović Hrkać Hršak Hrvoić
  Hržina Husić Ilić Ilijaš Ilinčić Ivančić Ivanda Ivandić Ivanec Ivanić Ivanković-Perić Ivanović Ivanušić Ivaštinović
  Iveković Ivelić Ivezić Ivić Ivković Jadrić Jagić Jakić Jakobović Jakopović Jakovac Jakovljević Jalšovec
  Jambrešić Jandrić Jandrijević Janeš Janić Janjić Janković Jantolek Jarić Jašić Javor Jelača Jelavić Jelčić Jelenić
  Jelinić Jelušić Jerčinović Jerković Jerman Jezerčić Josić Jošić Jovanović Jugović Jularić
  Jurak Juranić Jurčec Jurčević Jurčić Jureković Jurešić Jurišić Jurjević Jurković Juroš Kapetanović Kapović
  Karačić Karaula Karlović Kasalo Kasumović Kaštelan Kaurić Kelava Kelemen Keleminec Kereković Kesić Kirin
  Kiš Klanac Klarić-Matić Klasić Klepac Kljaić Kmetić Knez Kokić Kolarić Kolić Komljenović Končar Kopić
  Korać Koren Korenić Kos Kosić Kostanjšek Kostelac Kostić Košćak Kotarac Kovačec Kovačev Kovačina Kožić
  Kožul Krajačić Krajina Krajinović Kraljević Kraljić Kranjčec Krasić Krčmar Kreković Krešić
  Krištić Krišto Križan Križanac Križanić Krivić Krizmanić Krpan Krznar Krznarić Kršić Kučan Kudelić Kujundžić
  Kukić Kuljiš Kunić Kurtović Kušan Kuštro Kvesić Kvaternik Lacić Lacković Lalić Landeka Lasić Laušić
  Lazarić Leko Lendić Lesar Lešić Lijić Lisica Livaja Lipovac Lončarević Lončarić Lovrek Lovrenčić
  Lovrinčević Lozić Lucić Lugarić Lujić Lukač Lukačić Lukačević Lukanović Lukinić Lulić Ljubić Ljubičić
  Ljubas Maček Mađar Mađarić Magdić Majdančić Majer Majetić Majić Majstorović Maksimović Malenica Malić
  Malnar Maljković Mamić Mandić Mandarić Maras Marčec Marčinko Marčić Marelja Margetić Marjanović Marijan
  Marinčić Marinić Marinović Markić Markota Markovac Marohnić Marović Maršić Martić Martinčević Martinić
  Martinjak Marušić Masnić Mašić Matanović Matešić Matijašević Matijević Matković Matošević Matoković
  Matulić Mavrić Maždin Mazalin Medved Medvidović Mesić Mešić Meštrić Mihalić Mihalj Mihoković
  Mijatović Mijić Mikić Mikulčić Milas Miletić Milić Milković Milinović Milošević Miloš Miočić
  Mirković Mišić Miškić Miškulin Mlinarić Mlinarević Modrušan Mohorić Molnar Mraković Mrkonjić Mrkoci
  Mršić Mucić Mudronja Mudrovčić Musić Mustapić Mužić Nađ Nemet Nežić Ninić Nižetić Nikšić Njegovec Novačić
  Novaković Novosel Novoselec Obad Obradović Ožanić Oršić Orešković Orlić Oreč Ostojić Oštrić Pađen Palić
  Palijan Panić Papić Paradžik Paponja Parić Paskojević Pašalić Patrčević Paulić Pavelić Pavin Pavlić
  Pavlinić Pavlek Pavličević Pejić Pejak Penić Perak Perčić Perinić Periša Pernar Perošević Peršić
  Peruško Petek Petrač Petrak Petranović Petričević Petrić Petrina Petrinić Pezić Pilić Pintarić Pišković
  Plantak Plavčić Plazibat Plečko Plešić Ploh Podrug Podnar Poljak Poljanec Posavec Potočki Pranjić Prgomet
  Prpić Primorac Prskalo Puljić Pušić Radaković Radelić Radičević Radnić Radočaj Radoš Radošević
  Radovanović Radović Rajić Rajković Rakić Rašić Raguž Ratković Raič Rebić Ribarić Ribić Rimac Rogić Rodić
  Roguljić Roknić Roško Rosandić Rožić Rubčić Rudan Runje Rupčić Rukavina-Kos Ružić Sabljak Sabljić Sabolić
  Samaržija Sanković Savić Sedlar Sertić Sever Sikirić Sinčić Sinković Skender Skoko Slaviček Smiljanić
  Smoljan Smolčić Soldo Srdarević Sršen Stanić Stanković Stanišić Stepić Stipanović Stipić Stipetić
  Stojanović Stojić Stojčević Stojković Stublić Sučić Sudar Suić Suton Svetić Svoboda Šabić Šafar Šafarić
  Šakić Šalamun Šamec Šantić Šapina Šarčević Šego Šegota Šestak Šikić Šimac Šimić Šimčić Šimunić
  Šimunović Šincek Šipek Šiško Škarica Škegro Škoda Škorić Škrlec Škugor Šmit Šoić Šoštarić Špehar Špiljak
  Špoljar Špoljarić Štefan Štefanac Štimac Štrk Štulić Šturm Šubarić Šulentić Šušak Šušnjar Tabak Tadić
  Tandarić Tarle Terzić Tešija Tkalčec Tkalec Tokić Tolić Tomac Tomas Tomašević Tomašić Tomičić Tomljanović
  Tomljenović Topić Topalović Toth Trbović Trgovčić Trstenjak Trupković Tucak Tudor Tukić Turk Turkalj
  Tustonja Tutić Uremović Uzelac Validžić Varga Vargović Vasilj Veić Vekić Veselić Vešligaj Vicić Vidaković
  Vidak Vidas Vidić Vidmar Vincek Vinković Vlahović Vlašić Vnučec Vodopija Volarić Vojković Vranić
  Vranješ Vranjković Vrbanac Vrban Vrbat Vrdoljak Vrhovec Vrkljan Vučemilović Vučić Vučković Vugrinec
  Vukadin Vukić Vukoja Vukman Vukašinović Vuletić Vulić Zadro Zadravec Zagorac Zagorec Zaninović Zec Zelenika
  Zelić Zirdum Zlatar Zorić Zorica Zovko Zrilić Zubac Zubčić Zubak Zubović Zuber Žagar Žalac Žarković Žanić
  Žeravica Žderić Žic Žigić Žilić Žitko Živić Živković Žnidarić Žugaj Župan Županić Žunić Žuvela Žužić
`)
