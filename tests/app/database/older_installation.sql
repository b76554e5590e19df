-- What an installation of 24 November 2026 had stored (revision 0016, before its code was divided into rooms): written
-- by its own pages for made-up people, taken over row by row. Only the tokens for programs last longer here.

INSERT INTO courses ("id", "name", "title", "join_code", "hide_names", "created_at", "archived_at") VALUES
(1, 'qhHBhAVB93e8', 'NLP in autumn', 'pdthg462', FALSE, '2026-11-26 13:10:27.426690', NULL);

INSERT INTO people ("id", "created_at", "email", "name", "password", "role", "extra_time", "break_minutes") VALUES
(1, '2026-11-26 13:10:10.410497', 'head@example.org', 'The head', '$argon2id$v=19$m=65536,t=3,p=4$xr88qfWGrPeZc1TWzV1A2Q$oeJVyTXaRrjgJ44XWL7VkUeCreu1v5iJe2DL95hRvMI', 'administrator', 0, 0),
(2, '2026-11-26 13:10:12.697067', 'lin@example.org', 'Prof. Lin', '$argon2id$v=19$m=65536,t=3,p=4$LaS7pI9UwU5hie7buUBwxQ$ZGXirkQ8u2WTZ2IHlwN1SIaL1HA/ORq6mGT1+fZE/x0', 'instructor', 0, 0),
(3, '2026-11-26 13:10:14.351267', 'kim@example.org', 'Dr. Kim', '$argon2id$v=19$m=65536,t=3,p=4$TrBGU1oZAuCQ9DYOpD+7ig$Mv6tDVbyOXzfCNhgmqMBu1rW77NYgUgsgLT62q8QITs', 'instructor', 0, 0),
(4, '2026-11-26 13:10:15.227616', 'ada@example.org', 'Ada', '$argon2id$v=19$m=65536,t=3,p=4$dIyP2mi/LsopusQwbbg7JA$jBVC0qQFn9PjYlS8mmnNCrwvZs2t5OTNr+a2179rXvg', 'student', 0, 0),
(5, '2026-11-26 13:10:15.578006', 'ben@example.org', 'Ben', '$argon2id$v=19$m=65536,t=3,p=4$qaQS77qe53RqOcmnvjQGUw$b6mv2YPLSh+/EFQZh8MunbJE/Z1I6E3F6z8ul9NzFvA', 'student', 0, 0),
(6, '2026-11-26 13:10:15.768017', NULL, '', NULL, 'guest', 0, 0);

INSERT INTO api_tokens ("id", "token_hash", "person_id", "label", "made_at", "ends_at") VALUES
(1, '0fa06f5941c6f5a5726153fcece7f2813af3c24c22217d533005761038986631', 4, 'my notebook', '2026-11-26 13:10:22.968081', '2999-01-01 00:00:00.000000'),
(2, '6c56daa40cd68ac9f239519af0bbf965bc8fd87a8803905343c6ca75ac92cbb0', 2, 'a script', '2026-11-26 13:10:22.990869', '2999-01-01 00:00:00.000000');

INSERT INTO assignments ("id", "name", "course_id", "title", "opens_at", "due_at", "created_at") VALUES
(1, 'SSUEskLAJ2ST', 1, 'Week 1', NULL, '2999-01-01 12:00:00.000000', '2026-11-26 13:10:27.703642'),
(2, 'P1NOqOFOS9vi', 1, 'Midterm', NULL, NULL, '2026-11-26 13:10:28.491854');

INSERT INTO jobs ("id", "name", "kind", "person_id", "payload", "state", "worker", "done", "total", "result", "said", "asked_at", "started_at", "beat_at", "cancelled_at", "ended_at", "about", "steering") VALUES
(1, 'yV9PBpMrAUc8rkZh', 'run', 4, '{"attempt": "iBHV6FKJxDOHDzeY", "form_key": "_7xcOfq6SBb0jp9Fc7FE6Q", "handed_in": true, "points": "5", "program": "def f(:", "function": "ngram_probability", "arrays": [], "tolerance": 1e-06, "tests": [{"name": "a bigram", "says": "The vocabulary has 4 members, the, cat, dog and the end symbol: (1 + 1) / (2 + 4).", "hidden": false, "arguments": {"sentences": [["the", "cat"], ["the", "dog"]], "n": 2, "alpha": 1, "context": ["the"], "word": "cat"}, "expected": 0.333333333333}, {"name": "no smoothing", "says": "With alpha = 0 this is the relative frequency, 1 of 2.", "hidden": false, "arguments": {"sentences": [["the", "cat"], ["the", "dog"]], "n": 2, "alpha": 0, "context": ["the"], "word": "dog"}, "expected": 0.5}, {"name": "the start of a sentence", "says": "The start symbol is a context, but no member of the vocabulary.", "hidden": true, "arguments": {"sentences": [["the", "cat"], ["the", "dog"]], "n": 2, "alpha": 1, "context": ["<s>"], "word": "the"}, "expected": 0.5}, {"name": "the end of a sentence", "says": "The end symbol is counted and predicted like a word.", "hidden": true, "arguments": {"sentences": [["a", "b", "a"], ["a", "b", "b"], ["b"]], "n": 2, "alpha": 0.5, "context": ["b"], "word": "</s>"}, "expected": 0.454545454545}, {"name": "a trigram at the start", "says": "For n = 3 each sentence has two start symbols in front.", "hidden": true, "arguments": {"sentences": [["a", "b", "a"], ["a", "b", "b"], ["b"]], "n": 3, "alpha": 0.5, "context": ["<s>", "<s>"], "word": "a"}, "expected": 0.555555555556}, {"name": "an unseen context", "says": "In an unseen context every member of the vocabulary is equally probable.", "hidden": true, "arguments": {"sentences": [["the", "cat"], ["the", "dog"]], "n": 2, "alpha": 0.5, "context": ["mouse"], "word": "cat"}, "expected": 0.25}, {"name": "an unseen context without smoothing", "says": "If the denominator is 0, the result is 0.0.", "hidden": true, "arguments": {"sentences": [["a", "b", "a"], ["a", "b", "b"], ["b"]], "n": 3, "alpha": 0, "context": ["a", "a"], "word": "b"}, "expected": 0}, {"name": "a unigram", "says": "For n = 1 the context is empty and every token counts.", "hidden": true, "arguments": {"sentences": [["the", "cat"], ["the", "dog"]], "n": 1, "alpha": 1, "context": [], "word": "the"}, "expected": 0.3}]}', 'done', '5ece4fa99e1f88b3', 0, 0, '{"broken": "This is not Python yet: invalid syntax.", "line": 1}', '', '2026-11-26 13:10:16.717949', '2026-11-26 13:10:17.560874', '2026-11-26 13:10:18.690906', NULL, '2026-11-26 13:10:18.693002', 'iBHV6FKJxDOHDzeY', NULL),
(2, 'KouL8zppZZ3T7tro', 'training', 4, '{"demo": "learning", "address": "layers=2&width=16&heads=4&steps=500&batch=32&rate=0.0003&warm_up=20&falls=True&dropout=0.0&optimiser=adamw&seed=1", "seed": 1, "layers": 2, "width": 16, "heads": 4, "dropout": 0.0, "steps": 500, "batch": 32, "rate": 0.0003, "warm_up": 20, "falls": true, "optimiser": "adamw", "samples_every": 50, "prediction": "YCfDYE1r2-8KKo39"}', 'cancelled', '9ce45baf985062ba', 0, 500, 'null', 'Cancelled.', '2026-11-26 13:10:18.176198', '2026-11-26 13:10:18.921197', '2026-11-26 13:10:25.795048', '2026-11-26 13:10:22.909195', '2026-11-26 13:10:26.021034', '', NULL),
(3, 'Jh35mysrQICQKbHA', 'proof', 2, '{"question": "question-d3a9ec57", "text": "title = \"A lamp in watts\"\nkind = \"formula\"\nsection = \"2.5\"\npoints = 2\nstatement = ''''''\nA lamp takes $<power>$ watts for $<hours>$ hours.\n''''''\n\n[variables.power]\nmeaning = \"power of the lamp\"\nsymbol = \"P\"\nfrom = 11\nto = 60\n\n[variables.hours]\nmeaning = \"how long it burns\"\nsymbol = \"t\"\nfrom = 3\nto = 12\nstep = 0.5\n\n[[steps]]\nname = \"energy\"\ntitle = \"Energy in watt hours\"\nvalue = \"power * hours\"\nsymbol = \"E\"\n\n[[mistakes]]\nof = \"energy\"\nname = \"divided\"\nvalue = \"power / hours\"\nsays = \"You divided by the hours. Multiply by them.\"\n\n[[tests]]\nnumbers = { power = 56, hours = 5.5, convention = \"\" }\ntyped = { energy = [\"0.01\"] }\ngives = \"wrong\"\n"}', 'done', '78bca5ee3e19fd4b', 199, 200, '{"drawn": 200, "different": 185, "redraws": 0, "longest": 41, "seconds": 0.11959145599666954, "findings": [], "remarks": [], "speaks": {"divided": 1.0}, "answers": {"energy": [101.5, 63.0, 397.5, 308.0, 323.0, 297.5, 570.0, 157.5, 470.0, 486.0, 76.5, 375.0, 78.0, 112.0, 322.5, 462.0, 176.0, 513.0, 275.0, 210.0, 429.0, 236.5, 412.5, 462.0, 135.0, 185.5, 247.0, 270.0, 82.5, 504.0, 531.0, 228.0, 206.5, 280.0, 126.0, 588.0, 149.5, 376.0, 129.5, 180.0, 229.5, 42.0, 429.0, 262.5, 357.0, 51.0, 164.5, 161.0, 242.0, 132.0, 187.5, 331.5, 480.0, 407.0, 304.0, 540.0, 216.0, 423.0, 195.0, 69.0, 147.0, 162.5, 493.5, 144.0, 126.0, 180.0, 484.5, 159.5, 288.0, 125.0, 178.5, 385.0, 48.0, 228.0, 246.5, 195.5, 124.0, 450.5, 420.0, 333.0, 377.0, 630.0, 390.0, 102.0, 490.0, 632.5, 280.0, 181.5, 174.0, 135.0, 144.0, 96.0, 224.0, 609.0, 80.5, 140.0, 144.0, 480.0, 678.5, 300.0, 302.5, 126.0, 282.0, 161.0, 224.0, 266.0, 235.0, 133.0, 56.0, 84.0, 299.0, 396.0, 609.5, 193.5, 66.5, 364.0, 157.5, 531.0, 450.5, 561.0, 462.0, 203.0, 104.0, 230.0, 137.5, 175.0, 242.0, 255.0, 198.0, 390.0, 153.0, 322.0, 97.5, 320.0, 95.0, 144.5, 450.5, 132.0, 396.0, 580.0, 324.0, 180.0, 408.0, 149.5, 119.0, 126.0, 514.5, 252.0, 108.0, 420.0, 667.0, 147.0, 291.5, 144.0, 342.0, 510.0, 504.0, 203.0, 136.5, 270.0, 360.0, 350.0, 126.0, 525.0, 97.5, 132.0, 136.0, 117.0, 196.0, 572.0, 230.0, 374.0, 60.0, 441.0, 155.0, 210.0, 232.5, 435.0, 310.5, 465.5, 135.0, 144.0, 369.0, 370.5, 87.5, 644.0, 432.0, 170.0, 336.0, 258.5, 336.0, 467.5, 494.0, 280.0, 330.0, 144.0, 336.0, 340.0, 396.0, 580.0]}, "statements": [[41, "exam", 188], [41, "exam", 185], [41, "exam", 178], [41, "exam", 173], [41, "exam", 170]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": ["divided", 7466.666596472594]}', '', '2026-11-26 13:10:23.667738', '2026-11-26 13:10:24.700247', '2026-11-26 13:10:25.934353', NULL, '2026-11-26 13:10:25.939276', 'question 1', NULL),
(4, '5b3D7LSpY8PjUMHj', 'proof', 2, '{"question": "question-5f6ce889", "text": "title = \"What softmax does not see\"\nkind = \"choice\"\nsection = \"c.1\"\nskill = \"capture\"\nstatement = ''''''\nA classifier turns its logits into probabilities with softmax. Which change of the logits leaves all probabilities as\nthey are?\n''''''\n\n[[options]]\ntext = \"To each logit the same number is added.\"\nright = true\nwhy = \"The exponential of the added number stands in every numerator and in the sum below, and cancels.\"\n\n[[options]]\ntext = \"Each logit is multiplied by two.\"\nwhy = \"The differences of the logits double, so the largest probability grows.\"\n\n[[options]]\ntext = \"From the largest logit, 1 is taken.\"\nwhy = \"Its probability falls and all others grow.\"\n\n[[options]]\ntext = \"Each logit changes its sign.\"\nwhy = \"The class that was the most probable one becomes the least probable.\"\n"}', 'done', '78bca5ee3e19fd4b', 199, 200, '{"drawn": 200, "different": 24, "redraws": 0, "longest": 127, "seconds": 0.0493670930090957, "findings": [], "remarks": [], "speaks": {"option_2": 1.0, "option_3": 1.0, "option_4": 1.0}, "answers": {}, "statements": [[127, "exam", 199], [127, "exam", 198], [127, "exam", 197], [127, "exam", 196], [127, "exam", 195]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": null}', '', '2026-11-26 13:10:26.224241', '2026-11-26 13:10:26.262229', '2026-11-26 13:10:26.404119', NULL, '2026-11-26 13:10:26.407219', 'question 2', NULL),
(5, 'zLP47WiREp4aNeJr', 'proof', 2, '{"question": "question-a901bf8d", "text": "title = \"Softmax in NumPy\"\nkind = \"code\"\nsection = \"c.1\"\nskill = \"compute\"\npoints = 3\nstatement = ''''''\nWrite `softmax(z)`: `z` is an array of logits of shape $(n,)$. Return their softmax. Logits may be as large as 1000.\n''''''\nfunction = \"softmax\"\narrays = [\"z\"]\nstarter = ''''''\nimport numpy as np\n\n\ndef softmax(z):\n    \"\"\"Probabilities of shape (n,), which sum to 1.\"\"\"\n''''''\nsolution = ''''''\nimport numpy as np\n\n\ndef softmax(z):\n    exponentials = np.exp(z - z.max())\n    return exponentials / exponentials.sum()\n''''''\n\n[[tests]]\nname = \"equal logits\"\nsays = \"Equal logits have equal probabilities.\"\narguments = { z = [2.0, 2.0] }\nexpected = [0.5, 0.5]\n\n[[tests]]\nname = \"two logits\"\nsays = \"Divide each exponential by the sum of all.\"\narguments = { z = [1.0, 0.0] }\nexpected = [0.731058578630, 0.268941421370]\n\n[[tests]]\nname = \"large logits\"\nsays = \"Take the largest logit from all before the exponential, so that it stays finite.\"\nhidden = true\narguments = { z = [1000.0, 999.0] }\nexpected = [0.731058578630, 0.268941421370]\n\n[[wrong]]\nsays = \"takes the exponentials of large logits\"\ncode = ''''''\nimport numpy as np\n\n\ndef softmax(z):\n    return np.exp(z) / np.exp(z).sum()\n''''''\n"}', 'done', '78bca5ee3e19fd4b', 199, 200, '{"drawn": 200, "different": 1, "redraws": 0, "longest": 112, "seconds": 0.027872628012119094, "findings": [], "remarks": [], "speaks": {}, "answers": {}, "statements": [[112, "exam", 199], [112, "exam", 198], [112, "exam", 197], [112, "exam", 196], [112, "exam", 195]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": null}', '', '2026-11-26 13:10:26.673784', '2026-11-26 13:10:26.739295', '2026-11-26 13:10:26.871182', NULL, '2026-11-26 13:10:26.878886', 'question 3', NULL),
(6, 'CJYk98jx7XkpPi6t', 'print', 2, '{"forms": [3, 4, 5], "course": "NLP in autumn", "what": "sheets", "bengali": false, "file": "AfyvYW7o8IzqjUhF"}', 'done', '37319c27874cef44', 3, 3, '{"bytes": 124845}', '', '2026-11-26 13:10:33.849842', '2026-11-26 13:10:34.656472', '2026-11-26 13:10:42.792679', NULL, '2026-11-26 13:10:42.794815', 'sheets of forms 3', NULL),
(7, '3odePfF7WKUDm4m5', 'run', 6, '{"attempt": "zxZ2GTE5iqIEG4ym", "form_key": "3dkonc7b_mrYw8TsYA_A6Q", "handed_in": true, "points": "3", "program": "def cosine(u, v):\n    while True: pass\n", "function": "cosine", "arrays": ["u", "v"], "tolerance": 1e-06, "tests": [{"name": "the worked example", "says": "The dot product is 20, the lengths are 3 and 7: the cosine is 0.95.", "hidden": false, "arguments": {"u": [1.0, 2.0, 2.0], "v": [2.0, 3.0, 6.0]}, "expected": 0.952380952381}, {"name": "orthogonal vectors", "says": "A dot product of 0 gives cosine 0.", "hidden": false, "arguments": {"u": [1.0, 2.0, 2.0], "v": [2.0, -1.0, 0.0]}, "expected": 0}, {"name": "the same direction", "says": "Length does not count: a vector and its multiple have cosine 1.", "hidden": true, "arguments": {"u": [3.0, 4.0], "v": [30.0, 40.0]}, "expected": 1}, {"name": "opposite directions", "says": "Opposite directions have cosine -1.", "hidden": true, "arguments": {"u": [1.0, 2.0], "v": [-2.0, -4.0]}, "expected": -1}, {"name": "a zero vector", "says": "With a zero vector the result is 0.0 by convention.", "hidden": true, "arguments": {"u": [0.0, 0.0, 0.0], "v": [1.0, 2.0, 3.0]}, "expected": 0}, {"name": "half a right angle", "says": "Divide by both lengths, not by their squares.", "hidden": true, "arguments": {"u": [2.0, 0.0], "v": [5.0, 5.0]}, "expected": 0.707106781187}, {"name": "the second vector is zero", "says": "Either vector may be the zero vector, the second one too.", "hidden": true, "arguments": {"u": [3.0, -4.0], "v": [0.0, 0.0]}, "expected": 0}]}', 'running', '3a116aec03312ae9', 0, 0, NULL, '', '2026-11-26 13:10:43.103436', '2026-11-26 13:10:43.771139', '2026-11-26 13:10:43.771139', NULL, NULL, 'zxZ2GTE5iqIEG4ym', NULL),
(8, 'juLEvFwRwruX2d96', 'run', 4, '{"attempt": "C3vZ8bSu87ShIJdU", "form_key": "bHs22FO6XVkJS_2ZZHCBnQ", "handed_in": true, "points": "3", "program": "import numpy as np\n\n\ndef cosine(u, v):\n    lengths = np.linalg.norm(u) * np.linalg.norm(v)\n    if lengths == 0:\n        return 0.0\n    return float(u @ v / lengths)", "function": "cosine", "arrays": ["u", "v"], "tolerance": 1e-06, "tests": [{"name": "the worked example", "says": "The dot product is 20, the lengths are 3 and 7: the cosine is 0.95.", "hidden": false, "arguments": {"u": [1.0, 2.0, 2.0], "v": [2.0, 3.0, 6.0]}, "expected": 0.952380952381}, {"name": "orthogonal vectors", "says": "A dot product of 0 gives cosine 0.", "hidden": false, "arguments": {"u": [1.0, 2.0, 2.0], "v": [2.0, -1.0, 0.0]}, "expected": 0}, {"name": "the same direction", "says": "Length does not count: a vector and its multiple have cosine 1.", "hidden": true, "arguments": {"u": [3.0, 4.0], "v": [30.0, 40.0]}, "expected": 1}, {"name": "opposite directions", "says": "Opposite directions have cosine -1.", "hidden": true, "arguments": {"u": [1.0, 2.0], "v": [-2.0, -4.0]}, "expected": -1}, {"name": "a zero vector", "says": "With a zero vector the result is 0.0 by convention.", "hidden": true, "arguments": {"u": [0.0, 0.0, 0.0], "v": [1.0, 2.0, 3.0]}, "expected": 0}, {"name": "half a right angle", "says": "Divide by both lengths, not by their squares.", "hidden": true, "arguments": {"u": [2.0, 0.0], "v": [5.0, 5.0]}, "expected": 0.707106781187}, {"name": "the second vector is zero", "says": "Either vector may be the zero vector, the second one too.", "hidden": true, "arguments": {"u": [3.0, -4.0], "v": [0.0, 0.0]}, "expected": 0}]}', 'waiting', '', 0, 0, NULL, '', '2026-11-26 13:10:43.871319', NULL, NULL, NULL, NULL, 'C3vZ8bSu87ShIJdU', NULL),
(9, 'HYyKmQ94rI9gIC_L', 'proof', 2, '{"question": "question-2f5feea2", "text": "title = \"One step of training\"\nkind = \"order\"\nsection = \"c.2\"\nskill = \"train\"\nstatement = ''''''\nA network is trained by gradient descent. In which order does one step of training go?\n''''''\n\n[[items]]\ntext = \"Compute the predictions for a batch\"\nwhy = \"The forward pass comes first: the loss is a function of the predictions.\"\n\n[[items]]\ntext = \"Compute the loss\"\nwhy = \"It compares the predictions with the targets, and it is what the gradients are taken of.\"\n\n[[items]]\ntext = \"Compute the gradients by backpropagation\"\nwhy = \"They are the derivatives of the loss by the weights.\"\n\n[[items]]\ntext = \"Change the weights against the gradients\"\nwhy = \"Only now is it known in which direction the loss falls.\"\n"}', 'done', 'b16a5ac631e82631', 199, 200, '{"drawn": 200, "different": 23, "redraws": 0, "longest": 86, "seconds": 0.023256986015439907, "findings": [], "remarks": [], "speaks": {}, "answers": {}, "statements": [[86, "exam", 199], [86, "exam", 198], [86, "exam", 197], [86, "exam", 196], [86, "exam", 195]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": null}', '', '2026-11-26 13:10:43.928396', '2026-11-26 13:10:45.240974', '2026-11-26 13:10:45.760249', NULL, '2026-11-26 13:10:45.767006', 'question 6', NULL);

INSERT INTO links ("id", "token_hash", "purpose", "person_id", "made_at", "ends_at", "used_at") VALUES
(1, 'bc9f96a1fc9c6be7298386ac1fedb125dde20277205412525519c83bba14bb48', 'first administrator', NULL, '2026-11-26 13:10:02.194058', '2026-11-26 14:10:02.194058', NULL),
(2, '4b501cbe4c83f3ec22f26d1446331139b6d619e0f82ab3dad5180b7fced1df74', 'password', 1, '2026-11-26 13:10:10.417317', '2026-11-27 13:10:10.417317', '2026-11-26 13:10:11.151540'),
(3, '2af94745a31e5a26e6147c1c3377849a3746dad486c7bc34a01867d55080925a', 'password', 2, '2026-11-26 13:10:12.707887', '2026-11-27 13:10:12.707887', '2026-11-26 13:10:13.336034'),
(4, '022f680a17cccf50f1750a9fa19d26c2096a8ab070b64af62cb329370a86ac72', 'password', 3, '2026-11-26 13:10:14.353840', '2026-11-27 13:10:14.353840', '2026-11-26 13:10:14.845998');

INSERT INTO members ("id", "course_id", "person_id", "role", "joined_at", "left_at", "extra_time", "break_minutes") VALUES
(1, 1, 2, 'instructor', '2026-11-26 13:10:27.428844', NULL, 0, 0),
(2, 1, 4, 'student', '2026-11-26 13:10:27.620855', NULL, 25, 5),
(3, 1, 5, 'student', '2026-11-26 13:10:27.651647', NULL, 0, 0);

INSERT INTO predictions ("id", "name", "person_id", "form_key", "demo", "state", "asked", "predicted", "outcome", "within", "at", "sketch") VALUES
(1, '4ivQcB3QExcJoglm', 4, 'icPL-Y1zuHOP89PUPvkZEQ', 'decoding', 'begin=jo&temperature=0.7&k=4&p=1.0&order=tkp&seed=1&width=3&layer=1&head=1', 'n', 0.5, 0.13, 0.010001, '2026-11-26 13:10:17.674070', NULL),
(2, 'WS7dADkVNGHy7X-n', 4, 'e5rq6VLlLHL7l9R70x2A8A', 'decoding', 'begin=jo&temperature=0.7&k=4&p=1.0&order=tkp&seed=1&width=3&layer=1&head=1', 'n', 0.1, 0.13, 0.010001, '2026-11-26 13:10:18.002347', NULL),
(3, 'YCfDYE1r2-8KKo39', 4, 'YCfDYE1r2-8KKo39', 'learning', 'layers=2&width=16&heads=4&steps=500&batch=32&rate=0.0003&warm_up=20&falls=True&dropout=0.0&optimiser=adamw&seed=1', 'validation loss', 2.3, NULL, 0.105, '2026-11-26 13:10:18.187714', NULL);

INSERT INTO questions ("id", "name", "owner_id", "origin", "draft", "created_at", "changed_at", "archived_at", "courses_only") VALUES
(1, 'question-d3a9ec57', 2, '', 'title = "A lamp in watts"
kind = "formula"
section = "2.5"
points = 2
statement = ''''''
A lamp takes $<power>$ watts for $<hours>$ hours.
''''''

[variables.power]
meaning = "power of the lamp"
symbol = "P"
from = 11
to = 60

[variables.hours]
meaning = "how long it burns"
symbol = "t"
from = 3
to = 12
step = 0.5

[[steps]]
name = "energy"
title = "Energy in watt hours"
value = "power * hours"
symbol = "E"

[[mistakes]]
of = "energy"
name = "divided"
value = "power / hours"
says = "You divided by the hours. Multiply by them."

[[tests]]
numbers = { power = 56, hours = 5.5, convention = "" }
typed = { energy = ["0.01"] }
gives = "wrong"
', '2026-11-26 13:10:23.002682', '2026-11-26 13:10:23.591754', NULL, FALSE),
(2, 'question-5f6ce889', 2, '', 'title = "What softmax does not see"
kind = "choice"
section = "c.1"
skill = "capture"
statement = ''''''
A classifier turns its logits into probabilities with softmax. Which change of the logits leaves all probabilities as
they are?
''''''

[[options]]
text = "To each logit the same number is added."
right = true
why = "The exponential of the added number stands in every numerator and in the sum below, and cancels."

[[options]]
text = "Each logit is multiplied by two."
why = "The differences of the logits double, so the largest probability grows."

[[options]]
text = "From the largest logit, 1 is taken."
why = "Its probability falls and all others grow."

[[options]]
text = "Each logit changes its sign."
why = "The class that was the most probable one becomes the least probable."
', '2026-11-26 13:10:23.244284', '2026-11-26 13:10:23.244284', NULL, FALSE),
(3, 'question-a901bf8d', 2, '', 'title = "Softmax in NumPy"
kind = "code"
section = "c.1"
skill = "compute"
points = 3
statement = ''''''
Write `softmax(z)`: `z` is an array of logits of shape $(n,)$. Return their softmax. Logits may be as large as 1000.
''''''
function = "softmax"
arrays = ["z"]
starter = ''''''
import numpy as np


def softmax(z):
    """Probabilities of shape (n,), which sum to 1."""
''''''
solution = ''''''
import numpy as np


def softmax(z):
    exponentials = np.exp(z - z.max())
    return exponentials / exponentials.sum()
''''''

[[tests]]
name = "equal logits"
says = "Equal logits have equal probabilities."
arguments = { z = [2.0, 2.0] }
expected = [0.5, 0.5]

[[tests]]
name = "two logits"
says = "Divide each exponential by the sum of all."
arguments = { z = [1.0, 0.0] }
expected = [0.731058578630, 0.268941421370]

[[tests]]
name = "large logits"
says = "Take the largest logit from all before the exponential, so that it stays finite."
hidden = true
arguments = { z = [1000.0, 999.0] }
expected = [0.731058578630, 0.268941421370]

[[wrong]]
says = "takes the exponentials of large logits"
code = ''''''
import numpy as np


def softmax(z):
    return np.exp(z) / np.exp(z).sum()
''''''
', '2026-11-26 13:10:23.320385', '2026-11-26 13:10:23.320385', NULL, FALSE),
(4, 'question-4f903ba1', 2, '', 'title = "How similar are two words?"
kind = "family"
family = "cosine_similarity"
section = "2.4"
skill = "compute"
points = 3
statement = ''''''
Two words have the embeddings

<u>

<v>

How large is their cosine similarity?
''''''

[[parts]]
ask = "dot"
points = 1

[[parts]]
ask = "cosine"
points = 2
', '2026-11-26 13:10:23.390901', '2026-11-26 13:10:23.390901', NULL, TRUE),
(5, 'question-1c407fea', 2, '', 'title = "Perplexity in a sentence"
kind = "text"
form = "definition"
section = "2.12"
skill = "capture"
statement = ''''''
What is the perplexity of a language model on a text?
''''''
answer = ''''''
Perplexity is the exponential of the average cross-entropy per token, taken in nats. It is the number of equally
likely tokens among which one would have to guess to be as uncertain as the model.
''''''

[[rubric]]
name = "definition"
says = "It is the exponential of the average cross-entropy per token."
terms = ["exponential|exp|power", "cross-entropy|average|mean", "token"]
', '2026-11-26 13:10:23.438818', '2026-11-26 13:10:23.438818', NULL, TRUE),
(6, 'question-2f5feea2', 2, '', 'title = "One step of training"
kind = "order"
section = "c.2"
skill = "train"
statement = ''''''
A network is trained by gradient descent. In which order does one step of training go?
''''''

[[items]]
text = "Compute the predictions for a batch"
why = "The forward pass comes first: the loss is a function of the predictions."

[[items]]
text = "Compute the loss"
why = "It compares the predictions with the targets, and it is what the gradients are taken of."

[[items]]
text = "Compute the gradients by backpropagation"
why = "They are the derivatives of the loss by the weights."

[[items]]
text = "Change the weights against the gradients"
why = "Only now is it known in which direction the loss falls."
', '2026-11-26 13:10:23.461397', '2026-11-26 13:10:23.461397', NULL, TRUE),
(7, 'question-b3a6f2d4', 2, '', 'title = "Activation functions and their values"
kind = "match"
section = "c.2"
skill = "capture"
statement = ''''''
Which values can each activation function give for a number? One answer is left over.
''''''
extra = ["all numbers"]

[[pairs]]
left = "sigmoid"
right = "between 0 and 1"
why = "It is 1 divided by 1 plus a positive number."

[[pairs]]
left = "tanh"
right = "between -1 and 1"
why = "It is a sigmoid that was stretched to the double height and moved down by 1."

[[pairs]]
left = "ReLU"
right = "0 and all positive numbers"
why = "It gives the number itself where it is positive, else 0."
', '2026-11-26 13:10:23.481141', '2026-11-26 13:10:23.481141', NULL, TRUE);

INSERT INTO sessions ("id", "token_hash", "person_id", "created_at", "seen_at") VALUES
(1, '7adc4e8f8500d38b93bfeb8e09ecd8714143e448f4e53f52b47f44d808273464', 1, '2026-11-26 13:10:11.160193', '2026-11-26 13:10:11.160193'),
(2, 'af1d15b5965cfe061d98d06ed430a955886eb0b5019b443e740450b06e6fe42c', 2, '2026-11-26 13:10:13.337400', '2026-11-26 13:10:13.337400'),
(3, '7d55bd91b71d95bd63cdfe9451acab94825d02aa59567b1c81bf10754c75fdc4', 3, '2026-11-26 13:10:14.849685', '2026-11-26 13:10:14.849685'),
(4, '65991ade9a1f4c585da08ec7548a4d8b1326801688ba0eed441847fb8bae125a', 4, '2026-11-26 13:10:15.229503', '2026-11-26 13:10:15.229503'),
(5, 'e52765994c5b264f38bcb16eafbcf5dfd7c62023078e2e43f9c242ed2e33324f', 5, '2026-11-26 13:10:15.583349', '2026-11-26 13:10:15.583349'),
(6, 'bb21aa701459650c42926ce3cc78b7c7e8f0ed5840ec8f257fb67c7bc2b4f7b9', 6, '2026-11-26 13:10:15.768652', '2026-11-26 13:10:15.768652');

INSERT INTO assigned ("id", "assignment_id", "question", "level", "place") VALUES
(1, 1, 'cosine-of-two-vectors', 'exam', 1),
(2, 1, 'why-a-step-against-the-gradient-can-hurt', 'exam', 2),
(3, 1, 'question-d3a9ec57', 'exam', 3);

INSERT INTO exams ("id", "assignment_id", "blueprint", "published_at", "closes_at", "password", "sittings_allowed", "late", "extended", "message", "scores_open", "answers_open", "solutions_open", "released_at", "markers", "archived_at") VALUES
(1, 2, 'title = "Midterm"
minutes = 600
points = 6
aids = ["calculator"]
order = "as written"

[[groups]]
title = "Numbers"
number = 1
points = 5
questions = ["cosine-of-two-vectors"]

[[groups]]
title = "A definition"
number = 1
points = 1
questions = ["define-dropout"]
', '2026-11-26 13:10:28.816352', NULL, '', 2, 'whole', 0, '', 'at once', 'at once', 'at once', NULL, 1, NULL);

INSERT INTO extensions ("id", "assignment_id", "person_id", "due_at") VALUES
(1, 1, 4, '2999-02-01 12:00:00.000000');

INSERT INTO points ("id", "job_id", "number", "point") VALUES
(1, 2, 0, '{"validation": 3.4619, "names": ["\u00e1bziuwqp\u00ebp\u00e8\u00e8", "iv\u00fc\u00fchsuiqp\u00ebh", "tvwkzxhq\u00ebe\u00fc\u00e8", "kjx\u00ebuslqszcp", "nwdtj\u00e8ovv"], "shares": [0.0281, 0.03354, 0.0296, 0.03428, 0.02921, 0.03642]}');

INSERT INTO versions ("id", "question_id", "number", "text", "hash", "report", "published_at", "published_by") VALUES
(1, 1, 1, 'title = "A lamp in watts"
kind = "formula"
section = "2.5"
points = 2
statement = ''''''
A lamp takes $<power>$ watts for $<hours>$ hours.
''''''

[variables.power]
meaning = "power of the lamp"
symbol = "P"
from = 11
to = 60

[variables.hours]
meaning = "how long it burns"
symbol = "t"
from = 3
to = 12
step = 0.5

[[steps]]
name = "energy"
title = "Energy in watt hours"
value = "power * hours"
symbol = "E"

[[mistakes]]
of = "energy"
name = "divided"
value = "power / hours"
says = "You divided by the hours. Multiply by them."

[[tests]]
numbers = { power = 56, hours = 5.5, convention = "" }
typed = { energy = ["0.01"] }
gives = "wrong"
', 'a7fb345bf09e', '{"drawn": 200, "different": 185, "redraws": 0, "longest": 41, "seconds": 0.11959145599666954, "findings": [], "remarks": [], "speaks": {"divided": 1.0}, "answers": {"energy": [101.5, 63.0, 397.5, 308.0, 323.0, 297.5, 570.0, 157.5, 470.0, 486.0, 76.5, 375.0, 78.0, 112.0, 322.5, 462.0, 176.0, 513.0, 275.0, 210.0, 429.0, 236.5, 412.5, 462.0, 135.0, 185.5, 247.0, 270.0, 82.5, 504.0, 531.0, 228.0, 206.5, 280.0, 126.0, 588.0, 149.5, 376.0, 129.5, 180.0, 229.5, 42.0, 429.0, 262.5, 357.0, 51.0, 164.5, 161.0, 242.0, 132.0, 187.5, 331.5, 480.0, 407.0, 304.0, 540.0, 216.0, 423.0, 195.0, 69.0, 147.0, 162.5, 493.5, 144.0, 126.0, 180.0, 484.5, 159.5, 288.0, 125.0, 178.5, 385.0, 48.0, 228.0, 246.5, 195.5, 124.0, 450.5, 420.0, 333.0, 377.0, 630.0, 390.0, 102.0, 490.0, 632.5, 280.0, 181.5, 174.0, 135.0, 144.0, 96.0, 224.0, 609.0, 80.5, 140.0, 144.0, 480.0, 678.5, 300.0, 302.5, 126.0, 282.0, 161.0, 224.0, 266.0, 235.0, 133.0, 56.0, 84.0, 299.0, 396.0, 609.5, 193.5, 66.5, 364.0, 157.5, 531.0, 450.5, 561.0, 462.0, 203.0, 104.0, 230.0, 137.5, 175.0, 242.0, 255.0, 198.0, 390.0, 153.0, 322.0, 97.5, 320.0, 95.0, 144.5, 450.5, 132.0, 396.0, 580.0, 324.0, 180.0, 408.0, 149.5, 119.0, 126.0, 514.5, 252.0, 108.0, 420.0, 667.0, 147.0, 291.5, 144.0, 342.0, 510.0, 504.0, 203.0, 136.5, 270.0, 360.0, 350.0, 126.0, 525.0, 97.5, 132.0, 136.0, 117.0, 196.0, 572.0, 230.0, 374.0, 60.0, 441.0, 155.0, 210.0, 232.5, 435.0, 310.5, 465.5, 135.0, 144.0, 369.0, 370.5, 87.5, 644.0, 432.0, 170.0, 336.0, 258.5, 336.0, 467.5, 494.0, 280.0, 330.0, 144.0, 336.0, 340.0, 396.0, 580.0]}, "statements": [[41, "exam", 188], [41, "exam", 185], [41, "exam", 178], [41, "exam", 173], [41, "exam", 170]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": ["divided", 7466.666596472594]}', '2026-11-26 13:10:26.148054', 2),
(2, 2, 1, 'title = "What softmax does not see"
kind = "choice"
section = "c.1"
skill = "capture"
statement = ''''''
A classifier turns its logits into probabilities with softmax. Which change of the logits leaves all probabilities as
they are?
''''''

[[options]]
text = "To each logit the same number is added."
right = true
why = "The exponential of the added number stands in every numerator and in the sum below, and cancels."

[[options]]
text = "Each logit is multiplied by two."
why = "The differences of the logits double, so the largest probability grows."

[[options]]
text = "From the largest logit, 1 is taken."
why = "Its probability falls and all others grow."

[[options]]
text = "Each logit changes its sign."
why = "The class that was the most probable one becomes the least probable."
', '71e12e9f8e33', '{"drawn": 200, "different": 24, "redraws": 0, "longest": 127, "seconds": 0.0493670930090957, "findings": [], "remarks": [], "speaks": {"option_2": 1.0, "option_3": 1.0, "option_4": 1.0}, "answers": {}, "statements": [[127, "exam", 199], [127, "exam", 198], [127, "exam", 197], [127, "exam", 196], [127, "exam", 195]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": null}', '2026-11-26 13:10:26.570971', 2),
(3, 3, 1, 'title = "Softmax in NumPy"
kind = "code"
section = "c.1"
skill = "compute"
points = 3
statement = ''''''
Write `softmax(z)`: `z` is an array of logits of shape $(n,)$. Return their softmax. Logits may be as large as 1000.
''''''
function = "softmax"
arrays = ["z"]
starter = ''''''
import numpy as np


def softmax(z):
    """Probabilities of shape (n,), which sum to 1."""
''''''
solution = ''''''
import numpy as np


def softmax(z):
    exponentials = np.exp(z - z.max())
    return exponentials / exponentials.sum()
''''''

[[tests]]
name = "equal logits"
says = "Equal logits have equal probabilities."
arguments = { z = [2.0, 2.0] }
expected = [0.5, 0.5]

[[tests]]
name = "two logits"
says = "Divide each exponential by the sum of all."
arguments = { z = [1.0, 0.0] }
expected = [0.731058578630, 0.268941421370]

[[tests]]
name = "large logits"
says = "Take the largest logit from all before the exponential, so that it stays finite."
hidden = true
arguments = { z = [1000.0, 999.0] }
expected = [0.731058578630, 0.268941421370]

[[wrong]]
says = "takes the exponentials of large logits"
code = ''''''
import numpy as np


def softmax(z):
    return np.exp(z) / np.exp(z).sum()
''''''
', '3a0895ecdaad', '{"drawn": 200, "different": 1, "redraws": 0, "longest": 112, "seconds": 0.027872628012119094, "findings": [], "remarks": [], "speaks": {}, "answers": {}, "statements": [[112, "exam", 199], [112, "exam", 198], [112, "exam", 197], [112, "exam", 196], [112, "exam", 195]], "honest": {"exact": 1.0, "every line as it is typed": 1.0, "some lines as they are typed": 1.0, "everything with 2 decimals": 1.0, "everything with 3 decimals": 1.0, "everything with 4 decimals": 1.0, "now and then with 2, 3 or 4 decimals": 1.0, "3 to 5 significant digits": 1.0, "digits cut off": 1.0}, "nearest": null}', '2026-11-26 13:10:27.039875', 2);

INSERT INTO sittings ("id", "name", "person_id", "exam_id", "form_key", "number", "blueprint", "minutes", "points", "forbids_aids", "prepared_at", "begun_at", "extended", "paused_at", "paused_for", "window", "place", "closed_at", "closed_by", "receipt", "heard_at", "extra_time", "break_minutes") VALUES
(1, '0Sp7o4MeU5ckFS2_', 4, 1, 'Za-Bd-mmuvKxj1iAIJLNuQ', '01-001', '{"id": "course", "title": "Midterm", "about": "", "minutes": 600, "points": "6", "aids": ["calculator"], "order": "as written", "passes": "50", "scale": "percent", "rules": [], "scope": "all", "sections": null, "groups": [{"title": "Numbers", "number": 1, "points": "5", "kinds": [], "forms": [], "questions": ["cosine-of-two-vectors"], "families": [], "sections": [], "level": ""}, {"title": "A definition", "number": 1, "points": "1", "kinds": [], "forms": [], "questions": ["define-dropout"], "families": [], "sections": [], "level": ""}]}', 600, '6', TRUE, '2026-11-26 13:10:28.873497', '2026-11-26 13:10:28.873497', 0, NULL, 0.0, '', 1, '2026-11-26 13:10:29.032356', 'hand', 'HMLN-QESR-DEVG', '2026-11-26 13:10:28.999690', 25, 5),
(2, 'xZxJADN9Ba4IyoYS', 5, 1, 'FvgrGkxbzm1BOi7bEBASpw', '01-002', '{"id": "course", "title": "Midterm", "about": "", "minutes": 600, "points": "6", "aids": ["calculator"], "order": "as written", "passes": "50", "scale": "percent", "rules": [], "scope": "all", "sections": null, "groups": [{"title": "Numbers", "number": 1, "points": "5", "kinds": [], "forms": [], "questions": ["cosine-of-two-vectors"], "families": [], "sections": [], "level": ""}, {"title": "A definition", "number": 1, "points": "1", "kinds": [], "forms": [], "questions": ["define-dropout"], "families": [], "sections": [], "level": ""}]}', 600, '6', TRUE, '2026-11-26 13:10:29.313585', '2026-11-26 13:10:29.313585', 0, NULL, 0.0, '', 1, NULL, '', '', '2026-11-26 13:10:29.398071', 0, 0),
(3, 'O0A3Acx0soC0UnbA', NULL, 1, 'paper 1', '01-003', '{"id": "course", "title": "Midterm", "about": "", "minutes": 600, "points": "6", "aids": ["calculator"], "order": "as written", "passes": "50", "scale": "percent", "rules": [], "scope": "all", "sections": null, "groups": [{"title": "Numbers", "number": 1, "points": "5", "kinds": [], "forms": [], "questions": ["cosine-of-two-vectors"], "families": [], "sections": [], "level": ""}, {"title": "A definition", "number": 1, "points": "1", "kinds": [], "forms": [], "questions": ["define-dropout"], "families": [], "sections": [], "level": ""}]}', 600, '6', TRUE, '2026-11-26 13:10:29.416172', NULL, 0, NULL, 0.0, '', 1, NULL, '', '', NULL, 0, 0),
(4, 'JCgaeXEuO2p0Jpal', NULL, 1, 'paper 1', '01-004', '{"id": "course", "title": "Midterm", "about": "", "minutes": 600, "points": "6", "aids": ["calculator"], "order": "as written", "passes": "50", "scale": "percent", "rules": [], "scope": "all", "sections": null, "groups": [{"title": "Numbers", "number": 1, "points": "5", "kinds": [], "forms": [], "questions": ["cosine-of-two-vectors"], "families": [], "sections": [], "level": ""}, {"title": "A definition", "number": 1, "points": "1", "kinds": [], "forms": [], "questions": ["define-dropout"], "families": [], "sections": [], "level": ""}]}', 600, '6', TRUE, '2026-11-26 13:10:29.416172', NULL, 0, NULL, 0.0, '', 1, NULL, '', '', NULL, 0, 0),
(5, 'dYor3YKTx9YG0soZ', NULL, 1, 'paper 1', '01-005', '{"id": "course", "title": "Midterm", "about": "", "minutes": 600, "points": "6", "aids": ["calculator"], "order": "as written", "passes": "50", "scale": "percent", "rules": [], "scope": "all", "sections": null, "groups": [{"title": "Numbers", "number": 1, "points": "5", "kinds": [], "forms": [], "questions": ["cosine-of-two-vectors"], "families": [], "sections": [], "level": ""}, {"title": "A definition", "number": 1, "points": "1", "kinds": [], "forms": [], "questions": ["define-dropout"], "families": [], "sections": [], "level": ""}]}', 600, '6', TRUE, '2026-11-26 13:10:29.416172', NULL, 0, NULL, 0.0, '', 1, NULL, '', '', NULL, 0, 0),
(6, 'ZomfXMODA79plZQ3', 6, NULL, 'IRJElrG9HN--9Kd2Lp83Xw', '439317', '{"id": "sprint", "title": "Sprint", "about": "One section in twenty minutes. Its last task has numbers, or is a case to decide.", "minutes": 20, "points": "8", "aids": ["calculator"], "order": "shuffled", "passes": "50", "scale": "percent", "rules": ["Write technical terms out; abbreviations earn no marks.", "Define a term in one or two sentences.", "Round numbers to two decimals unless the question asks for something else."], "scope": "section", "sections": ["2.5"], "groups": [{"title": "Multiple choice", "number": 2, "points": "1", "kinds": ["choice", "drawn"], "forms": [], "questions": [], "families": [], "sections": [], "level": ""}, {"title": "Definition", "number": 1, "points": "1", "kinds": [], "forms": ["definition"], "questions": [], "families": [], "sections": [], "level": ""}, {"title": "Numbers or a case", "number": 1, "points": "5", "kinds": ["family", "formula", "text"], "forms": ["case"], "questions": [], "families": [], "sections": [], "level": ""}]}', 20, '8', TRUE, '2026-11-26 13:10:43.032470', '2026-11-26 13:10:43.032470', 0, NULL, 0.0, '', 1, '2026-11-26 13:10:43.055487', 'hand', '4OYM-IQUY-7QOB', NULL, 0, 0);

INSERT INTO attempts ("id", "name", "person_id", "form_key", "question", "section", "level", "points", "variant", "begun_at", "chain_opened_at", "solution_seen_at", "assignment_id", "sitting_id", "place", "opens_at") VALUES
(1, 'ToyBdVxVEyeWk4a5', 6, '2IlVpMifPnEaypR-9r4Igw', 'cosine-of-two-vectors', '2.4', 'warm-up', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "warm-up", "seed": 11, "case": "", "parameters": {"u": [1, 0], "v": [0, 3]}, "parts": [{"name": "dot", "points": "1", "key": [0.0], "bands": [[0.0, -0.0050000000050000005, 0.0050000000050000005]]}, {"name": "norm_u", "points": "1", "key": [1.0], "bands": [[1.0, 0.994999999994, 1.005000000006]]}, {"name": "norm_v", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "cosine", "points": "2", "key": [0.0], "bands": [[0.0, -0.0050000000050000005, 0.0050000000050000005]]}]}', '2026-11-26 13:10:15.770304', NULL, NULL, NULL, NULL, NULL, NULL),
(2, 'WMAyLp1GDZzuCQcG', 4, 'QBk9T41XLoBH-Dh8l6AX9A', 'sort-news-by-topic', 'c.1', 'exam', '2', '{"question": "sort-news-by-topic", "version": "0f7b269f2138", "level": "exam", "seed": 3, "case": "", "parameters": {"features": 64, "classes": 8, "bias": true}, "parts": [{"name": "weights", "points": "1", "key": [512], "bands": [null]}, {"name": "total", "points": "1", "key": [520], "bands": [null]}]}', '2026-11-26 13:10:15.906100', NULL, NULL, NULL, NULL, NULL, NULL),
(3, 'jz21MnShHrju9FET', 4, 'z-wXJKod--iVGngF8DbSmA', 'a-mail-that-cannot-wait', 'c.1', 'exam', '5', '{"question": "a-mail-that-cannot-wait", "version": "43151aef073d", "level": "exam", "seed": 3, "case": "", "parameters": {"weights": [1.5, -1.5, 1], "bias": -1, "x": [1, 1, 3], "y": 1, "learning_rate": 0.5, "convention": ""}, "parts": [{"name": "probability", "points": "1", "key": [0.8807970779778823], "bands": [[0.8807970779778823, 0.8757970779720015, 0.8857970779837632]]}, {"name": "gradient", "points": "2", "key": [-0.11920292202211769, -0.11920292202211769, -0.35760876606635306], "bands": [[-0.11920292202211769, -0.12840584405423539, -0.10999999999], [-0.11920292202211769, -0.12840584405423539, -0.10999999999], [-0.35760876606635306, -0.3752175321427061, -0.33999999999]]}, {"name": "new_weights", "points": "1", "key": [1.559601461011059, -1.440398538988941, 1.1788043830331765], "bands": [[1.559601461011059, 1.54999999999, 1.5692029220321178], [-1.440398538988941, -1.4453985389953814, -1.4353985389825008], [1.1788043830331765, 1.167608766056353, 1.19000000001]]}, {"name": "new_bias", "points": "1", "key": [-0.9403985389889411], "bands": [[-0.9403985389889411, -0.9453985389948815, -0.9353985389830007]]}]}', '2026-11-26 13:10:15.963537', NULL, NULL, NULL, NULL, NULL, NULL),
(4, 'zAVJEehGMnqBqF5C', 4, 'yAj8n0WXKuDN0QZzbwKCwQ', 'a-classifier-that-sees-one-word', 'c.1', 'hard', '1', '{"question": "a-classifier-that-sees-one-word", "version": "74ca5b78cec1", "level": "hard", "seed": 3, "case": "", "parameters": {"options": ["$C(h,w) / C(h)$, but averaged over previous words that are used in a similar way", "$(C(h,w) + 1) / (C(h) + |V|)$, as with add-one smoothing, since a softmax has no zeros", "$C(h,w) / C(h)$, as an unsmoothed bigram model, since each $h$ has weights of its own", "$C(w) / N$, as a unigram model, since a linear score cannot link two words"]}, "parts": [{"name": "answer", "points": "1", "key": ["$C(h,w) / C(h)$, as an unsmoothed bigram model, since each $h$ has weights of its own"], "bands": [null]}]}', '2026-11-26 13:10:16.012152', NULL, NULL, NULL, NULL, NULL, NULL),
(5, 'THIF363m1DHvNXB1', 4, 'ekQpcgdQnaRm-yeBrsYsFQ', 'from-features-to-a-safe-loss', 'c.1', 'exam', '2', '{"question": "from-features-to-a-safe-loss", "version": "5e6e81666c2e", "level": "exam", "seed": 3, "case": "", "parameters": {"items": ["Pick the probability of the right class", "Add up the exponentials", "Take the exponential of every shifted score", "Multiply the features by the weights and add the biases", "Subtract the largest score from every score", "Divide every exponential by the sum", "Take the negative logarithm"]}, "parts": [{"name": "answer", "points": "2", "key": ["Multiply the features by the weights and add the biases", "Subtract the largest score from every score", "Take the exponential of every shifted score", "Add up the exponentials", "Divide every exponential by the sum", "Pick the probability of the right class", "Take the negative logarithm"], "bands": [null, null, null, null, null, null, null]}]}', '2026-11-26 13:10:16.061063', NULL, NULL, NULL, NULL, NULL, NULL),
(6, 'Z8xf8TOLgk_aMI8E', 4, 'H-0K7aWaFG8K4T9KeIGJWg', 'how-far-a-unit-can-go', 'c.2', 'exam', '2', '{"question": "how-far-a-unit-can-go", "version": "2be6863ae121", "level": "exam", "seed": 3, "case": "", "parameters": {"names": ["Sigmoid", "Tanh (hyperbolic tangent)", "GELU (Gaussian error linear unit)", "ReLU (rectified linear unit)", "Identity (no activation)"], "partners": ["All real numbers", "All values between 0 and 1, no others", "All values from 1 upwards, no others", "0 and all positive values, no others", "All values from about -0.17 upwards, no others", "All values between -1 and 1, no others"]}, "parts": [{"name": "answer", "points": "2", "key": ["All values between 0 and 1, no others", "All values between -1 and 1, no others", "All values from about -0.17 upwards, no others", "0 and all positive values, no others", "All real numbers"], "bands": [null, null, null, null, null]}]}', '2026-11-26 13:10:16.109924', NULL, NULL, NULL, NULL, NULL, NULL),
(7, 'n4m8ptGkfl3HBkfg', 4, 'ogegdNKZekRa6KbncvH1HA', 'case-a-spam-filter-knows-its-mails', 'c.1', 'exam', '5', '{"question": "case-a-spam-filter-knows-its-mails", "version": "d4e0704165cd", "level": "exam", "seed": 3, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "5", "key": ["I add an L2 penalty, half of lambda times the sum of the squared weights, to the cross-entropy. The gradient of the penalty is 0.50 times 3.00, which is 1.50; the step is 0.10 times 1.50, which is 0.15; so the new weight is 2.85. With far more features than mails the model can fit the training mails by large weights on words that occur by chance, which is overfitting; the gap of 0.99 and 0.82 shows it. The penalty pulls every weight towards zero, so only weights that the data support stay large. The trade-off is bias: with a strong penalty useful words are shrunk too, and the model underfits. I train with several values of lambda and keep the one with the best result on validation mails or by cross-validation; a test set stays untouched until the end."], "bands": [null]}]}', '2026-11-26 13:10:16.151255', NULL, '2026-11-26 13:10:16.152100', NULL, NULL, NULL, NULL),
(8, 'iBHV6FKJxDOHDzeY', 4, '_7xcOfq6SBb0jp9Fc7FE6Q', 'code-ngram-add-alpha', 'c.3', 'exam', '5', '{"question": "code-ngram-add-alpha", "version": "254d5837cd0e", "level": "exam", "seed": 3, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "5", "key": ["import numpy as np\n\n\ndef ngram_probability(sentences, n, alpha, context, word):\n    vocabulary = {\"</s>\"}\n    pair_count, context_count = 0, 0\n    for sentence in sentences:\n        vocabulary.update(sentence)\n        tokens = [\"<s>\"] * (n - 1) + sentence + [\"</s>\"]\n        for i in range(n - 1, len(tokens)):\n            if tokens[i - n + 1:i] == context:\n                context_count += 1\n                if tokens[i] == word:\n                    pair_count += 1\n    denominator = context_count + alpha * len(vocabulary)\n    if denominator == 0:\n        return 0.0\n    return (pair_count + alpha) / denominator"], "bands": [null]}]}', '2026-11-26 13:10:16.709761', NULL, NULL, NULL, NULL, NULL, NULL),
(9, 'iu2OuXfKP0BGTpvj', 4, 'UR8v1EfD3hA69TZOkBIQBA', 'four-tokens-three-measures', '2.12', 'warm-up', '3', '{"question": "four-tokens-three-measures", "version": "e5d241e15b80", "level": "warm-up", "seed": 5, "case": "", "parameters": {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "parts": [{"name": "nats", "points": "1", "key": [1.2130075659799042], "bands": [[1.2130075659799042, 1.2060151319498085, 1.22000000001]]}, {"name": "bits", "points": "1", "key": [1.75], "bands": [[1.75, 1.73999999999, 1.76000000001]]}, {"name": "perplexity", "points": "1", "key": [3.363585661014858], "bands": [[3.363585661014858, 3.337171322019716, 3.39000000001]]}]}', '2026-11-26 13:10:16.799492', NULL, '2026-11-26 13:10:17.087939', NULL, NULL, NULL, NULL),
(10, 'dTvBAzZQVAyBlui6', 4, 'Avj34goaIjhvQ97Zz5sqXg', 'cosine-of-two-vectors', '2.4', 'warm-up', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "warm-up", "seed": 4, "case": "", "parameters": {"u": [1, 5], "v": [2, 4]}, "parts": [{"name": "dot", "points": "1", "key": [22.0], "bands": [[22.0, 21.994999999973, 22.005000000027]]}, {"name": "norm_u", "points": "1", "key": [5.0990195135927845], "bands": [[5.0990195135927845, 5.094019513582686, 5.104019513602883]]}, {"name": "norm_v", "points": "1", "key": [4.47213595499958], "bands": [[4.47213595499958, 4.467135954990107, 4.477135955009052]]}, {"name": "cosine", "points": "2", "key": [0.9647638212377322], "bands": [[0.9647638212377322, 0.9595276424654644, 0.97000000001]]}]}', '2026-11-26 13:10:17.160765', NULL, NULL, NULL, NULL, NULL, NULL),
(11, 'pyaU3lsMh7myuHDm', 4, 'P-8sK9b3wqtlANJvhI8FJA', 'careful-or-bold', '2.7', 'exam', '5', '{"question": "careful-or-bold", "version": "8ec6cc11ee8e", "level": "exam", "seed": -1, "case": "", "parameters": {"logits": [2.47, 1.29, 1.02, 0.87], "temperature": 0.7}, "parts": [{"name": "scaled", "points": "1", "key": [3.528571428571429, 1.842857142857143, 1.4571428571428573, 1.2428571428571429], "bands": [[3.528571428571429, 3.5235714285629003, 3.5335714285799575], [1.842857142857143, 1.8378571428503003, 1.8478571428639856], [1.4571428571428573, 1.4521428571364003, 1.4621428571493142], [1.2428571428571429, 1.2378571428509002, 1.2478571428633856]]}, {"name": "exponentials", "points": "2", "key": [34.07525389339035, 6.314554094993876, 4.293674345454188, 3.4655007640778233], "bands": [[34.07525389339035, 34.02650778677069, 34.12400000001], [6.314554094993876, 6.29599999999, 6.333108189997752], [4.293674345454188, 4.277348690898377, 4.31000000001], [3.4655007640778233, 3.45499999999, 3.4760015281656464]]}, {"name": "probabilities", "points": "2", "key": [0.7077045391404131, 0.13114615696353418, 0.08917476692545159, 0.07197453697060119], "bands": [[0.7077045391404131, 0.7027045391347054, 0.7127045391461208], [0.13114615696353418, 0.12614615695840303, 0.13614615696866533], [0.08917476692545159, 0.08417476692036241, 0.09417476693054078], [0.07197453697060119, 0.06697453696552921, 0.07697453697567316]]}]}', '2026-11-26 13:10:18.121152', NULL, NULL, NULL, NULL, NULL, NULL),
(12, 'luhmbqFvB6_yoC7o', 4, 'Fr1F-Y8sAOGlhQU3T2Pzpw', 'question-d3a9ec57', '2.5', 'exam', '2', '{"question": "question-d3a9ec57", "version": "a7fb345bf09e", "level": "exam", "seed": 3, "case": "", "parameters": {"power": 56, "hours": 5.5, "convention": ""}, "parts": [{"name": "energy", "points": "2", "key": [308.0], "bands": [[308.0, 307.994999999687, 308.005000000313]]}]}', '2026-11-26 13:10:27.169671', NULL, NULL, NULL, NULL, NULL, NULL),
(13, 'OaSlBdxI5BOVyS2k', 6, '6xTSMa46DTzt_1K1UBak8A', 'question-d3a9ec57', '2.5', 'exam', '2', '{"question": "question-d3a9ec57", "version": "a7fb345bf09e", "level": "exam", "seed": 3, "case": "", "parameters": {"power": 56, "hours": 5.5, "convention": ""}, "parts": [{"name": "energy", "points": "2", "key": [308.0], "bands": [[308.0, 307.994999999687, 308.005000000313]]}]}', '2026-11-26 13:10:27.255277', NULL, NULL, NULL, NULL, NULL, NULL),
(14, 'nQynChdNxd4xuQJd', 5, 'NeEenQZQKOC-mohD7UXCGw', 'question-d3a9ec57', '2.5', 'exam', '2', '{"question": "question-d3a9ec57", "version": "a7fb345bf09e", "level": "exam", "seed": 3, "case": "", "parameters": {"power": 56, "hours": 5.5, "convention": ""}, "parts": [{"name": "energy", "points": "2", "key": [308.0], "bands": [[308.0, 307.994999999687, 308.005000000313]]}]}', '2026-11-26 13:10:27.302048', NULL, NULL, NULL, NULL, NULL, NULL),
(15, 'mwaDIQ7sVEF3xD1_', 4, 'M2VF1FaHEofVQAshiaIH3Q', 'cosine-of-two-vectors', '2.4', 'exam', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 424873335216289873, "case": "", "parameters": {"u": [1, 5, 5], "v": [-2, 2, -1]}, "parts": [{"name": "dot", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "norm_u", "points": "1", "key": [7.14142842854285], "bands": [[7.14142842854285, 7.136428428530709, 7.146428428554992]]}, {"name": "norm_v", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "cosine", "points": "2", "key": [0.140028008402801], "bands": [[0.140028008402801, 0.13502800839766096, 0.14502800840794103]]}]}', '2026-11-26 13:10:27.937590', NULL, NULL, 1, NULL, NULL, NULL),
(16, 'VPkKBvSCiuYS72bV', 4, 'QWjRKzvNyNB2gOMG0-KbFg', 'why-a-step-against-the-gradient-can-hurt', 'c.1', 'exam', '3', '{"question": "why-a-step-against-the-gradient-can-hurt", "version": "81fb0bed0993", "level": "exam", "seed": 154495462760422390, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "3", "key": ["The gradient describes the slope of the loss only close to the present weights; it says nothing about how the slope changes further away. The step length is the learning rate times the gradient, so with a large rate the step crosses the valley and lands higher on the other side. So the loss rises, and in later steps it may swing up and down without settling, until a smaller learning rate is used."], "bands": [null]}]}', '2026-11-26 13:10:27.995886', NULL, '2026-11-26 13:10:28.033649', 1, NULL, NULL, NULL),
(17, 'XXyy30RGSZX5kAPQ', 5, 'G6dmjArfX8vYNdxgQA2yAQ', 'cosine-of-two-vectors', '2.4', 'exam', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 11641761786993263, "case": "", "parameters": {"u": [-2, -2, -1], "v": [-1, 0, 0]}, "parts": [{"name": "dot", "points": "1", "key": [2.0], "bands": [[2.0, 1.9949999999930002, 2.005000000007]]}, {"name": "norm_u", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "norm_v", "points": "1", "key": [1.0], "bands": [[1.0, 0.994999999994, 1.005000000006]]}, {"name": "cosine", "points": "2", "key": [0.6666666666666666], "bands": [[0.6666666666666666, 0.6616666666609999, 0.6716666666723333]]}]}', '2026-11-26 13:10:28.082898', NULL, NULL, 1, NULL, NULL, NULL),
(18, 'Zbm9iZyfFvoMxbPY', 5, 'tUlDAHHUjoj0Elnp4ZNuzg', 'why-a-step-against-the-gradient-can-hurt', 'c.1', 'exam', '3', '{"question": "why-a-step-against-the-gradient-can-hurt", "version": "81fb0bed0993", "level": "exam", "seed": 491198716410854114, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "3", "key": ["The gradient describes the slope of the loss only close to the present weights; it says nothing about how the slope changes further away. The step length is the learning rate times the gradient, so with a large rate the step crosses the valley and lands higher on the other side. So the loss rises, and in later steps it may swing up and down without settling, until a smaller learning rate is used."], "bands": [null]}]}', '2026-11-26 13:10:28.149731', NULL, '2026-11-26 13:10:28.176234', 1, NULL, NULL, NULL),
(19, '025fLbCgZtF2kmk5', 4, 'ePeEc2HcLai479WMqTZX_w', 'cosine-of-two-vectors', '2.4', 'exam', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 257543875824214634343845929130900045514, "case": "", "parameters": {"u": [4, -2, 0], "v": [3, -1, 3]}, "parts": [{"name": "dot", "points": "1", "key": [14.0], "bands": [[14.0, 13.994999999981, 14.005000000019]]}, {"name": "norm_u", "points": "1", "key": [4.47213595499958], "bands": [[4.47213595499958, 4.467135954990107, 4.477135955009052]]}, {"name": "norm_v", "points": "1", "key": [4.358898943540674], "bands": [[4.358898943540674, 4.353898943531315, 4.363898943550033]]}, {"name": "cosine", "points": "2", "key": [0.7181848464596078], "bands": [[0.7181848464596078, 0.7131848464538896, 0.723184846465326]]}], "worth": "5"}', '2026-11-26 13:10:28.873497', NULL, '2026-11-26 13:10:29.032356', 2, 1, 1, NULL),
(20, 'CIMTDcxNKyGbITkD', 4, 'M5ooUFm65-g6tFiPiDwc8w', 'define-dropout', 'c.1', 'warm-up', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 249491348948778017910913673748964304993, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}', '2026-11-26 13:10:28.873497', NULL, '2026-11-26 13:10:29.032356', 2, 1, 2, NULL),
(21, 'ooJrP9hmvYfwOuPr', 6, '4W71Gl4wYvSf-fp6R-byCw', 'scores-divided-by-too-much', '2.5', 'exam', '1', '{"question": "scores-divided-by-too-much", "version": "591828ffb02d", "level": "exam", "seed": 295669750195870553058733626599048295965, "case": "", "parameters": {"options": ["The scores change, but softmax cancels the common factor in all weights.", "The scores come close to zero, and the weights become almost uniform.", "The scores remain large, and the weights become almost one-hot vectors.", "The scores get variance one, and the weights are spread as they should be."]}, "parts": [{"name": "answer", "points": "1", "key": ["The scores come close to zero, and the weights become almost uniform."], "bands": [null]}], "worth": "1"}', '2026-11-26 13:10:43.032470', NULL, '2026-11-26 13:10:43.055487', NULL, 6, 1, NULL),
(22, '0DJYlK70jqcI2pBf', 6, 'ZmBBUv3V6C_-k0JnvmyWwg', 'bias-added-to-every-key', '2.5', 'hard', '1', '{"question": "bias-added-to-every-key", "version": "1d38dd59a4c2", "level": "hard", "seed": 190092935657672485927923677742111492203, "case": "", "parameters": {"options": ["All weights of a row grow by the same factor.", "Nothing, as each row of scores is shifted by one number.", "Tokens whose keys lie along $b$ get more weight.", "Nothing, as the scaling by $\\sqrt{d_k}$ removes the bias."]}, "parts": [{"name": "answer", "points": "1", "key": ["Nothing, as each row of scores is shifted by one number."], "bands": [null]}], "worth": "1"}', '2026-11-26 13:10:43.032470', NULL, '2026-11-26 13:10:43.055487', NULL, 6, 2, NULL),
(23, 'xWhnwRN-2pORmcsf', 6, '6GqCugCLAaMzkOTNR60owg', 'define-query-key-value', '2.5', 'exam', '1', '{"question": "define-query-key-value", "version": "67897bdb8484", "level": "exam", "seed": 323175260591046828116490354957065852363, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["The query says what a position looks for, and it is compared with the key of each position to give a score. The value is what a position hands over: the values are summed with the weights that come from the scores."], "bands": [null]}], "worth": "1"}', '2026-11-26 13:10:43.032470', NULL, '2026-11-26 13:10:43.055487', NULL, 6, 3, NULL),
(24, 'hNxrGyM7pJgid682', 6, 'VhCT1xlPjZNzY2s-oV-akg', 'causal-attention-by-hand', '2.5', 'exam', '5', '{"question": "causal-attention-by-hand", "version": "7e63305ccfc4", "level": "exam", "seed": 191520134818329208704116613269676478792, "case": "", "parameters": {"Q": [[1, 0], [2, 1]], "K": [[-1, -1], [1, 1]], "V": [[1, 2], [4, 2]], "causal": true, "scale": true}, "parts": [{"name": "raw_scores", "points": "1", "key": [-1.0, 1.0, -3.0, 3.0], "bands": [[-1.0, -1.005000000006, -0.994999999994], [1.0, 0.994999999994, 1.005000000006], [-3.0, -3.0050000000079997, -2.9949999999920003], [3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "weights", "points": "2", "key": [1.0, 0.0, 0.014166035876688406, 0.9858339641233116], "bands": [[1.0, 0.98999999999, 1.01000000001], [0.0, -0.0050000000050000005, 0.0050000000050000005], [0.014166035876688406, 0.00916603587167424, 0.019166035881702573], [0.9858339641233116, 0.9808339641173257, 0.9908339641292975]]}, {"name": "output", "points": "2", "key": [1.0, 2.0, 3.9575018923699345, 2.0], "bands": [[1.0, 0.98999999999, 1.01000000001], [2.0, 1.9899999999900002, 2.01000000001], [3.9575018923699345, 3.941003784729869, 3.97400000001], [2.0, 1.9899999999900002, 2.01000000001]]}], "worth": "5"}', '2026-11-26 13:10:43.032470', NULL, '2026-11-26 13:10:43.055487', NULL, 6, 4, NULL),
(25, 'zxZ2GTE5iqIEG4ym', 6, '3dkonc7b_mrYw8TsYA_A6Q', 'code-cosine-similarity', '2.4', 'warm-up', '3', '{"question": "code-cosine-similarity", "version": "23dcd4e974d9", "level": "warm-up", "seed": 2, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "3", "key": ["import numpy as np\n\n\ndef cosine(u, v):\n    lengths = np.linalg.norm(u) * np.linalg.norm(v)\n    if lengths == 0:\n        return 0.0\n    return float(u @ v / lengths)"], "bands": [null]}]}', '2026-11-26 13:10:43.097396', NULL, NULL, NULL, NULL, NULL, NULL),
(26, 'C3vZ8bSu87ShIJdU', 4, 'bHs22FO6XVkJS_2ZZHCBnQ', 'code-cosine-similarity', '2.4', 'warm-up', '3', '{"question": "code-cosine-similarity", "version": "23dcd4e974d9", "level": "warm-up", "seed": 2, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "3", "key": ["import numpy as np\n\n\ndef cosine(u, v):\n    lengths = np.linalg.norm(u) * np.linalg.norm(v)\n    if lengths == 0:\n        return 0.0\n    return float(u @ v / lengths)"], "bands": [null]}]}', '2026-11-26 13:10:43.869407', NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO drawn ("id", "sitting_id", "place", "heading", "question", "section", "points", "variant") VALUES
(1, 1, 1, 'Numbers', 'cosine-of-two-vectors', '2.4', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 257543875824214634343845929130900045514, "case": "", "parameters": {"u": [4, -2, 0], "v": [3, -1, 3]}, "parts": [{"name": "dot", "points": "1", "key": [14.0], "bands": [[14.0, 13.994999999981, 14.005000000019]]}, {"name": "norm_u", "points": "1", "key": [4.47213595499958], "bands": [[4.47213595499958, 4.467135954990107, 4.477135955009052]]}, {"name": "norm_v", "points": "1", "key": [4.358898943540674], "bands": [[4.358898943540674, 4.353898943531315, 4.363898943550033]]}, {"name": "cosine", "points": "2", "key": [0.7181848464596078], "bands": [[0.7181848464596078, 0.7131848464538896, 0.723184846465326]]}], "worth": "5"}'),
(2, 1, 2, 'A definition', 'define-dropout', 'c.1', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 249491348948778017910913673748964304993, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}'),
(3, 2, 1, 'Numbers', 'cosine-of-two-vectors', '2.4', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 51252822007994701414022097733561027960, "case": "", "parameters": {"u": [4, -1, 1], "v": [3, 5, -1]}, "parts": [{"name": "dot", "points": "1", "key": [6.0], "bands": [[6.0, 5.994999999989, 6.005000000011]]}, {"name": "norm_u", "points": "1", "key": [4.242640687119285], "bands": [[4.242640687119285, 4.2376406871100425, 4.247640687128527]]}, {"name": "norm_v", "points": "1", "key": [5.916079783099616], "bands": [[5.916079783099616, 5.9110797830887005, 5.921079783110532]]}, {"name": "cosine", "points": "2", "key": [0.23904572186687875], "bands": [[0.23904572186687875, 0.2340457218616397, 0.24404572187211782]]}], "worth": "5"}'),
(4, 2, 2, 'A definition', 'define-dropout', 'c.1', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 319898209275356988310263247566009829459, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}'),
(5, 3, 1, 'Numbers', 'cosine-of-two-vectors', '2.4', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 75732536981320987923536407886305927761, "case": "", "parameters": {"u": [-2, 4, 3], "v": [-1, 3, 4]}, "parts": [{"name": "dot", "points": "1", "key": [26.0], "bands": [[26.0, 25.994999999969, 26.005000000031]]}, {"name": "norm_u", "points": "1", "key": [5.385164807134504], "bands": [[5.385164807134504, 5.37999999999, 5.390329614279008]]}, {"name": "norm_v", "points": "1", "key": [5.0990195135927845], "bands": [[5.0990195135927845, 5.094019513582686, 5.104019513602883]]}, {"name": "cosine", "points": "2", "key": [0.9468641529479987], "bands": [[0.9468641529479987, 0.9418641529420518, 0.9518641529539457]]}], "worth": "5"}'),
(6, 3, 2, 'A definition', 'define-dropout', 'c.1', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 22035164171428596752464066823758659981, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}'),
(7, 4, 1, 'Numbers', 'cosine-of-two-vectors', '2.4', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 27811753115231437342145321003822000442, "case": "", "parameters": {"u": [4, 5, -1], "v": [0, 2, 5]}, "parts": [{"name": "dot", "points": "1", "key": [5.0], "bands": [[5.0, 4.99499999999, 5.00500000001]]}, {"name": "norm_u", "points": "1", "key": [6.48074069840786], "bands": [[6.48074069840786, 6.47574069839638, 6.485740698419341]]}, {"name": "norm_v", "points": "1", "key": [5.385164807134504], "bands": [[5.385164807134504, 5.37999999999, 5.390329614279008]]}, {"name": "cosine", "points": "2", "key": [0.1432670637653132], "bands": [[0.1432670637653132, 0.13826706376016992, 0.14826706377045648]]}], "worth": "5"}'),
(8, 4, 2, 'A definition', 'define-dropout', 'c.1', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 24729791508733740067515896875655951880, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}'),
(9, 5, 1, 'Numbers', 'cosine-of-two-vectors', '2.4', '5', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 291491065792306200344637140208974475347, "case": "", "parameters": {"u": [5, 0, 0], "v": [5, 0, 0]}, "parts": [{"name": "dot", "points": "1", "key": [25.0], "bands": [[25.0, 24.994999999970002, 25.005000000029998]]}, {"name": "norm_u", "points": "1", "key": [5.0], "bands": [[5.0, 4.99499999999, 5.00500000001]]}, {"name": "norm_v", "points": "1", "key": [5.0], "bands": [[5.0, 4.99499999999, 5.00500000001]]}, {"name": "cosine", "points": "2", "key": [1.0], "bands": [[1.0, 0.994999999994, 1.005000000006]]}], "worth": "5"}'),
(10, 5, 2, 'A definition', 'define-dropout', 'c.1', '1', '{"question": "define-dropout", "version": "5767636aae81", "level": "warm-up", "seed": 233676907591540401559007561236034973835, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["In each training step, dropout sets the output of each hidden unit to zero with a fixed probability, independently and at random. At test time all units are kept; a scale factor, used in training or at test time, keeps their expected output the same."], "bands": [null]}], "worth": "1"}'),
(11, 6, 1, 'Multiple choice', 'scores-divided-by-too-much', '2.5', '1', '{"question": "scores-divided-by-too-much", "version": "591828ffb02d", "level": "exam", "seed": 295669750195870553058733626599048295965, "case": "", "parameters": {"options": ["The scores change, but softmax cancels the common factor in all weights.", "The scores come close to zero, and the weights become almost uniform.", "The scores remain large, and the weights become almost one-hot vectors.", "The scores get variance one, and the weights are spread as they should be."]}, "parts": [{"name": "answer", "points": "1", "key": ["The scores come close to zero, and the weights become almost uniform."], "bands": [null]}], "worth": "1"}'),
(12, 6, 2, 'Multiple choice', 'bias-added-to-every-key', '2.5', '1', '{"question": "bias-added-to-every-key", "version": "1d38dd59a4c2", "level": "hard", "seed": 190092935657672485927923677742111492203, "case": "", "parameters": {"options": ["All weights of a row grow by the same factor.", "Nothing, as each row of scores is shifted by one number.", "Tokens whose keys lie along $b$ get more weight.", "Nothing, as the scaling by $\\sqrt{d_k}$ removes the bias."]}, "parts": [{"name": "answer", "points": "1", "key": ["Nothing, as each row of scores is shifted by one number."], "bands": [null]}], "worth": "1"}'),
(13, 6, 3, 'Definition', 'define-query-key-value', '2.5', '1', '{"question": "define-query-key-value", "version": "67897bdb8484", "level": "exam", "seed": 323175260591046828116490354957065852363, "case": "", "parameters": {}, "parts": [{"name": "answer", "points": "1", "key": ["The query says what a position looks for, and it is compared with the key of each position to give a score. The value is what a position hands over: the values are summed with the weights that come from the scores."], "bands": [null]}], "worth": "1"}'),
(14, 6, 4, 'Numbers or a case', 'causal-attention-by-hand', '2.5', '5', '{"question": "causal-attention-by-hand", "version": "7e63305ccfc4", "level": "exam", "seed": 191520134818329208704116613269676478792, "case": "", "parameters": {"Q": [[1, 0], [2, 1]], "K": [[-1, -1], [1, 1]], "V": [[1, 2], [4, 2]], "causal": true, "scale": true}, "parts": [{"name": "raw_scores", "points": "1", "key": [-1.0, 1.0, -3.0, 3.0], "bands": [[-1.0, -1.005000000006, -0.994999999994], [1.0, 0.994999999994, 1.005000000006], [-3.0, -3.0050000000079997, -2.9949999999920003], [3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "weights", "points": "2", "key": [1.0, 0.0, 0.014166035876688406, 0.9858339641233116], "bands": [[1.0, 0.98999999999, 1.01000000001], [0.0, -0.0050000000050000005, 0.0050000000050000005], [0.014166035876688406, 0.00916603587167424, 0.019166035881702573], [0.9858339641233116, 0.9808339641173257, 0.9908339641292975]]}, {"name": "output", "points": "2", "key": [1.0, 2.0, 3.9575018923699345, 2.0], "bands": [[1.0, 0.98999999999, 1.01000000001], [2.0, 1.9899999999900002, 2.01000000001], [3.9575018923699345, 3.941003784729869, 3.97400000001], [2.0, 1.9899999999900002, 2.01000000001]]}], "worth": "5"}');

INSERT INTO entries ("id", "sitting_id", "place", "field", "revision", "text", "at") VALUES
(1, 1, 1, 'dot.0', 1, '14.00', '2026-11-26 13:10:28.999690'),
(2, 1, 1, 'norm_u.0', 1, '99', '2026-11-26 13:10:28.999690'),
(3, 1, 2, 'answer.0', 1, 'Some neurons are left out at random.', '2026-11-26 13:10:28.999690'),
(4, 2, 1, 'dot.0', 1, '6.00', '2026-11-26 13:10:29.345898'),
(5, 2, 1, 'norm_u.0', 2, '4.24', '2026-11-26 13:10:29.398071'),
(6, 2, 2, 'answer.0', 1, 'It drops units.', '2026-11-26 13:10:29.345898'),
(7, 3, 1, 'dot.0', 1795698633474, '26.00', '2026-11-26 13:10:33.474207'),
(8, 3, 1, 'norm_u.0', 1795698633474, '7', '2026-11-26 13:10:33.474207'),
(9, 3, 0, 'whose', 1795698633681, '4', '2026-11-26 13:10:33.681314');

INSERT INTO trail ("id", "sitting_id", "at", "kind", "place", "field", "revision", "text", "typed_at") VALUES
(1, 1, '2026-11-26 13:10:28.873497', 'begun', NULL, '', NULL, '', NULL),
(2, 1, '2026-11-26 13:10:28.999690', 'saved', 1, 'dot.0', 1, '14.00', NULL),
(3, 1, '2026-11-26 13:10:28.999690', 'saved', 1, 'norm_u.0', 1, '99', NULL),
(4, 1, '2026-11-26 13:10:28.999690', 'saved', 2, 'answer.0', 1, 'Some neurons are left out at random.', NULL),
(5, 1, '2026-11-26 13:10:29.032356', 'closed', NULL, '', NULL, 'hand HMLN-QESR-DEVG', NULL),
(6, 2, '2026-11-26 13:10:29.313585', 'begun', NULL, '', NULL, '', NULL),
(7, 2, '2026-11-26 13:10:29.345898', 'saved', 1, 'dot.0', 1, '6.00', NULL),
(8, 2, '2026-11-26 13:10:29.345898', 'saved', 1, 'norm_u.0', 1, 'nonsense', NULL),
(9, 2, '2026-11-26 13:10:29.345898', 'saved', 2, 'answer.0', 1, 'It drops units.', NULL),
(10, 2, '2026-11-26 13:10:29.398071', 'saved', 1, 'norm_u.0', 2, '4.24', NULL),
(11, 6, '2026-11-26 13:10:43.032470', 'begun', NULL, '', NULL, '', NULL),
(12, 6, '2026-11-26 13:10:43.055487', 'closed', NULL, '', NULL, 'hand 4OYM-IQUY-7QOB', NULL);

INSERT INTO hints ("id", "attempt_id", "part", "rung", "cost", "at") VALUES
(1, 1, 'norm_u', 0, '0', '2026-11-26 13:10:15.845892'),
(2, 9, 'nats', 0, '0', '2026-11-26 13:10:16.800015');

INSERT INTO reports ("id", "person_id", "form_key", "question", "variant", "sentence", "at", "attempt_id", "answer", "answered_at") VALUES
(1, 4, 'WzYSn57y1mIXGkQEnTwaww', 'four-tokens-three-measures', '{"question": "four-tokens-three-measures", "version": "e5d241e15b80", "level": "warm-up", "seed": 5, "case": "", "parameters": {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "parts": [{"name": "nats", "points": "1", "key": [1.2130075659799042], "bands": [[1.2130075659799042, 1.2060151319498085, 1.22000000001]]}, {"name": "bits", "points": "1", "key": [1.75], "bands": [[1.75, 1.73999999999, 1.76000000001]]}, {"name": "perplexity", "points": "1", "key": [3.363585661014858], "bands": [[3.363585661014858, 3.337171322019716, 3.39000000001]]}]}', 'Is the key right?', '2026-11-26 13:10:17.047058', 9, NULL, NULL),
(2, 4, 'k4R6KuXbL6bE_7DV1Dsqxw', 'cosine-of-two-vectors', '{"question": "cosine-of-two-vectors", "version": "d90f265b3242", "level": "exam", "seed": 424873335216289873, "case": "", "parameters": {"u": [1, 5, 5], "v": [-2, 2, -1]}, "parts": [{"name": "dot", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "norm_u", "points": "1", "key": [7.14142842854285], "bands": [[7.14142842854285, 7.136428428530709, 7.146428428554992]]}, {"name": "norm_v", "points": "1", "key": [3.0], "bands": [[3.0, 2.9949999999920003, 3.0050000000079997]]}, {"name": "cosine", "points": "2", "key": [0.140028008402801], "bands": [[0.140028008402801, 0.13502800839766096, 0.14502800840794103]]}]}', 'I get another number.', '2026-11-26 13:10:28.211784', 15, NULL, NULL);

INSERT INTO responses ("id", "attempt_id", "part", "form_key", "typed", "verdict", "earned", "at") VALUES
(1, 1, 'dot', '2IlVpMifPnEaypR-9r4Igw', '["1"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "1"]], "mistakes": [], "convention": "", "feedback": ["This is the first step that differs.", "This comes out with $u$ in place of $v$. Compare it with the formula."]}', '0', '2026-11-26 13:10:15.775786'),
(2, 2, 'weights', 'QBk9T41XLoBH-Dh8l6AX9A', '["512"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "512"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:15.906948'),
(3, 2, 'total', 'QBk9T41XLoBH-Dh8l6AX9A', '["520"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "520"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:15.907257'),
(4, 3, 'probability', 'z-wXJKod--iVGngF8DbSmA', '["0.88"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "0.88"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:15.964126'),
(5, 3, 'gradient', 'z-wXJKod--iVGngF8DbSmA', '["-0.12", "-0.12", "-0.36"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "-0.12"], ["right", "-0.12"], ["right", "-0.36"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '2', '2026-11-26 13:10:15.964360'),
(6, 3, 'new_weights', 'z-wXJKod--iVGngF8DbSmA', '["1.56", "-1.44", "1.18"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "1.56"], ["right", "-1.44"], ["right", "1.18"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:15.964545'),
(7, 3, 'new_bias', 'z-wXJKod--iVGngF8DbSmA', '["-0.94"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "-0.94"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:15.964717'),
(8, 4, 'answer', 'yAj8n0WXKuDN0QZzbwKCwQ', '["$C(h,w) / C(h)$, as an unsmoothed bigram model, since each $h$ has weights of its own"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "$C(h,w) / C(h)$, as an unsmoothed bigram model, since each $h$ has weights of its own"]], "mistakes": [], "convention": "", "feedback": ["Right.", "Each previous word has its own free scores, so each row can fit the observed frequencies. These have the lowest training loss."]}', '1', '2026-11-26 13:10:16.012736'),
(9, 5, 'answer', 'ekQpcgdQnaRm-yeBrsYsFQ', '["Multiply the features by the weights and add the biases", "Subtract the largest score from every score", "Take the exponential of every shifted score", "Add up the exponentials", "Divide every exponential by the sum", "Pick the probability of the right class", "Take the negative logarithm"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "Multiply the features by the weights and add the biases"], ["right", "Subtract the largest score from every score"], ["right", "Take the exponential of every shifted score"], ["right", "Add up the exponentials"], ["right", "Divide every exponential by the sum"], ["right", "Pick the probability of the right class"], ["right", "Take the negative logarithm"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '2', '2026-11-26 13:10:16.061769'),
(10, 6, 'answer', 'H-0K7aWaFG8K4T9KeIGJWg', '["All values between 0 and 1, no others", "All values between -1 and 1, no others", "All values from about -0.17 upwards, no others", "0 and all positive values, no others", "All real numbers"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "All values between 0 and 1, no others"], ["right", "All values between -1 and 1, no others"], ["right", "All values from about -0.17 upwards, no others"], ["right", "0 and all positive values, no others"], ["right", "All real numbers"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '2', '2026-11-26 13:10:16.110384'),
(11, 7, 'answer', 'ogegdNKZekRa6KbncvH1HA', '["Because it is."]', '{"rule": "not marked yet", "credit": "0", "first_wrong": false, "cells": [["not marked yet", ""]], "mistakes": [], "convention": "", "feedback": ["Kept, and not marked yet. Compare it with the model answer when you are done."]}', NULL, '2026-11-26 13:10:16.151723'),
(12, 9, 'nats', '-70lrL1JrUYZPnxMaJcsoA', '["9"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "9"]], "mistakes": [], "convention": "", "feedback": ["This is the first step that differs.", "Not this yet. The first hint shows how this line is computed, and costs nothing."]}', '0', '2026-11-26 13:10:16.873539'),
(13, 9, 'bits', '-RmQiBVk4WG8IJhzmIcsmA', '["1"]', '{"rule": "wrong", "credit": "0", "first_wrong": false, "cells": [["wrong", "1"]], "mistakes": [], "convention": "", "feedback": ["Not this yet. The first hint shows how this line is computed, and costs nothing."]}', '0', '2026-11-26 13:10:16.999930'),
(14, 10, 'dot', 'Avj34goaIjhvQ97Zz5sqXg', '["22.00"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "22.00"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:17.161327'),
(15, 10, 'norm_u', 'Avj34goaIjhvQ97Zz5sqXg', '["5.10"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "5.10"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:17.161553'),
(16, 10, 'norm_v', 'Avj34goaIjhvQ97Zz5sqXg', '["4.47"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "4.47"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:17.161731'),
(17, 10, 'cosine', 'Avj34goaIjhvQ97Zz5sqXg', '["0.96"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "0.96"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '2', '2026-11-26 13:10:17.161902'),
(18, 12, 'energy', 'Fr1F-Y8sAOGlhQU3T2Pzpw', '["308.00"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "308.00"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '2', '2026-11-26 13:10:27.170152'),
(19, 13, 'energy', '6xTSMa46DTzt_1K1UBak8A', '["1108.80"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "1108.80"]], "mistakes": [], "convention": "", "feedback": ["Not this yet. The first hint shows how this line is computed, and costs nothing."]}', '0', '2026-11-26 13:10:27.255800'),
(20, 14, 'energy', 'NeEenQZQKOC-mohD7UXCGw', '["2156.00"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "2156.00"]], "mistakes": [], "convention": "", "feedback": ["Not this yet. The first hint shows how this line is computed, and costs nothing."]}', '0', '2026-11-26 13:10:27.302517'),
(21, 15, 'dot', 'rt2Iwc3CtWS1zqWT1VY5Yg', '["3"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "3"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:27.962693'),
(22, 16, 'answer', 'v3QeOfqv83ZdyzHsV5c2BQ', '["Because each head looks elsewhere."]', '{"rule": "instructor-marked", "credit": "1/3", "first_wrong": false, "cells": [["", ""]], "mistakes": [], "convention": "", "feedback": ["Marked by your instructor."], "reason": "Say more.", "ticked": ["cause"], "for_all": false}', '1', '2026-11-26 13:10:28.033303'),
(23, 17, 'dot', 'eQA6GNlbu7AGfJChwvjP2A', '["1"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "1"]], "mistakes": [], "convention": "", "feedback": ["This is the first step that differs.", "This comes out with $v$ in place of $u$. Compare it with the formula."]}', '0', '2026-11-26 13:10:28.123101'),
(24, 17, 'norm_u', 'eQA6GNlbu7AGfJChwvjP2A', '["2"]', '{"rule": "wrong", "credit": "0", "first_wrong": false, "cells": [["wrong", "2"]], "mistakes": [], "convention": "", "feedback": ["Not this yet. The first hint shows how this line is computed, and costs nothing."]}', '0', '2026-11-26 13:10:28.123398'),
(25, 18, 'answer', 'iOC_ylBEYX585zODXLPIuQ', '["Because each head looks elsewhere."]', '{"rule": "not marked yet", "credit": "0", "first_wrong": false, "cells": [["not marked yet", ""]], "mistakes": [], "convention": "", "feedback": ["Kept, and not marked yet. Compare it with the model answer when you are done."]}', NULL, '2026-11-26 13:10:28.175912'),
(26, 19, 'dot', 'ePeEc2HcLai479WMqTZX_w', '["14.00"]', '{"rule": "right", "credit": "1", "first_wrong": false, "cells": [["right", "14.00"]], "mistakes": [], "convention": "", "feedback": ["Right."]}', '1', '2026-11-26 13:10:29.032356'),
(27, 19, 'norm_u', 'ePeEc2HcLai479WMqTZX_w', '["99"]', '{"rule": "wrong", "credit": "0", "first_wrong": true, "cells": [["wrong", "99"]], "mistakes": [], "convention": "", "feedback": ["This is the first step that differs."]}', '0', '2026-11-26 13:10:29.032356'),
(28, 20, 'answer', 'M5ooUFm65-g6tFiPiDwc8w', '["Some neurons are left out at random."]', '{"rule": "not marked yet", "credit": "0", "first_wrong": false, "cells": [["not marked yet", ""]], "mistakes": [], "convention": "", "feedback": ["Not marked yet."]}', NULL, '2026-11-26 13:10:29.032356');

INSERT INTO mark_changes ("id", "attempt_id", "response_id", "regrade_id", "person_id", "reason", "before", "after", "at") VALUES
(1, 16, 22, NULL, 2, 'Say more.', '{"version": "81fb0bed0993", "key": ["The gradient describes the slope of the loss only close to the present weights; it says nothing about how the slope changes further away. The step length is the learning rate times the gradient, so with a large rate the step crosses the valley and lands higher on the other side. So the loss rises, and in later steps it may swing up and down without settling, until a smaller learning rate is used."], "earned": null, "verdict": {"rule": "not marked yet", "credit": "0", "first_wrong": false, "cells": [["not marked yet", ""]], "mistakes": [], "convention": "", "feedback": ["Kept, and not marked yet. Compare it with the model answer when you are done."]}}', '{"version": "81fb0bed0993", "key": ["The gradient describes the slope of the loss only close to the present weights; it says nothing about how the slope changes further away. The step length is the learning rate times the gradient, so with a large rate the step crosses the valley and lands higher on the other side. So the loss rises, and in later steps it may swing up and down without settling, until a smaller learning rate is used."], "earned": "1", "verdict": {"rule": "instructor-marked", "credit": "1/3", "first_wrong": false, "cells": [["", ""]], "mistakes": [], "convention": "", "feedback": ["Marked by your instructor."], "reason": "Say more.", "ticked": ["cause"], "for_all": false}}', '2026-11-26 13:10:28.380047');
